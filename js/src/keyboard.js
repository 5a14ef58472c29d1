// Playing without a pointer: one tab stop, arrows between piles and within a fan; while a card is held the arrows
// go through its legal places only.

/** @import { State } from "./types.js" */
/** @import { Board } from "./board.js" */
/** @import { Hand } from "./hand.js" */
/** @import { Plan } from "./layout.js" */
import { attributes, focusIn, focusOn, on, prevent, wear } from "./make.js";

/** @typedef {{ pile: string, key: string | null }} Stop */

/** @typedef {"deal" | "undo" | "redo" | "hint" | "winnable" | "moves" | "pause" | "peek" | "next"} Letter */
/** @type {Record<string, Letter>} */
const LETTERS = { d: "deal", u: "undo", r: "redo", h: "hint", w: "winnable", m: "moves", p: "pause", v: "peek", n: "next" };
const WRITES = "input, textarea, select";

/**
 * The places the focus can be at in one pile, as they lie from the top of the board down.
 * @param {State} state @param {string} pile
 * @returns {Stop[]}
 */
export function stops(state, pile) {
  const open = state.piles[pile].filter(([, face]) => face !== null);
  const fan = "BT".includes(pile[0]) || (pile[0] === "R" && state.shape.reserveFace === "all");
  if ((pile === "S" && !state.free) || !open.length || state.piles[pile].at(-1)?.[1] === null) return [{ pile, key: null }];
  return (fan ? open : open.slice(-1)).map(([key]) => ({ pile, key }));
}

/**
 * Where an arrow leads.
 * @param {State} state @param {Plan} plan @param {Stop} from @param {"Up" | "Down" | "Left" | "Right"} arrow
 * @returns {Stop}
 */
export function step(state, plan, from, arrow) {
  const row = plan.rows.findIndex((piles) => piles.includes(from.pile));
  if (row < 0) return { pile: "S", key: null };
  const fan = stops(state, from.pile);
  const here = Math.max(0, fan.findIndex((stop) => stop.key === from.key));
  const onward = arrow === "Down" || arrow === "Right" ? 1 : -1;
  const aside = arrow === "Left" || arrow === "Right";
  // A row of the bank lies from left to right, every other fan from the top down.
  if (aside === (from.pile[0] === "B") && fan[here + onward]) return fan[here + onward];
  if (aside) {
    const next = plan.rows[row][plan.rows[row].indexOf(from.pile) + onward];
    if (!next) return from;
    const there = stops(state, next);
    const same = from.pile[0] === next[0] && fan.length > 1 ? here : there.length - 1;
    return there[Math.min(same, there.length - 1)];
  }
  /** @param {Stop} stop */
  const at = ({ pile, key }) => ((pile[0] === "B" && plan.spots.get(key ?? "")) || plan.places.get(pile))?.x ?? 0;
  /** @param {Stop} stop */
  const far = (stop) => Math.abs(at(stop) - at(from));
  const beyond = (plan.rows[row + onward] ?? []).flatMap((pile) => {
    const there = stops(state, pile);
    return pile[0] === "B" ? there : (there.at(onward > 0 ? 0 : -1) ?? []);
  });
  return beyond.reduce((best, stop) => (far(stop) < far(best) ? stop : best), beyond[0] ?? from);
}

/**
 * @param {HTMLElement} root
 * @param {Board} board
 * @param {Hand} hand
 * @param {object} table
 * @param {() => State | null} table.state
 * @param {() => Plan | null} table.plan
 * @param {() => void} table.touched
 * @param {(pile: string, key: string | null) => void} table.press
 * @param {(action: Letter) => void} table.act
 * @param {() => boolean} table.escape false if there was nothing left to leave
 * @param {() => boolean} table.carrying
 * @param {AbortSignal} signal
 */
export function createKeyboard(root, board, hand, table, signal) {
  /** @type {Stop} */
  let current = { pile: "S", key: null };
  // Whether the last thing the player used was the pointer: then the focus needs no ring.
  let pointing = false;

  /** @param {Stop} stop */
  const elementOf = (stop) => (stop.key === null ? board.place(stop.pile) : board.card(stop.key));

  const active = () => focusIn(root);

  const inside = () => board.felt.contains(active());

  /** @param {Stop} stop @param {boolean} [focus] */
  function go(stop, focus = true) {
    const old = elementOf(current);
    const next = elementOf(stop);
    if (!next) return;
    if (old && old !== next) attributes(old, { tabindex: "-1" });
    attributes(next, { tabindex: "0" });
    current = stop;
    // Asking for a focus that is there already costs a layout of the whole page.
    if (focus && active() !== next) next.focus({ preventScroll: !root.classList.contains("cfw-keys") });
  }

  /**
   * @param {State} state
   * @param {string} pile
   */
  const topOf = (state, pile) => stops(state, pile)[stops(state, pile).length - 1];

  /** @param {State} state @param {Plan} plan @param {number} onward */
  function throughLegal(state, plan, onward) {
    const order = plan.rows.flat();
    const legal = hand.legal.sort((a, b) => order.indexOf(a) - order.indexOf(b));
    if (!legal.length) return;
    const here = legal.indexOf(current.pile);
    const next = here < 0 ? (onward > 0 ? 0 : legal.length - 1) : (here + onward + legal.length) % legal.length;
    go(topOf(state, legal[next]));
  }

  /** @param {KeyboardEvent} event @param {Element | undefined} target */
  function onKey(event, target) {
    const state = table.state();
    const plan = table.plan();
    const onFelt = !!target && (target === root || board.felt.contains(target));
    if (!state || !plan || target?.matches?.(WRITES)) return;
    table.touched();
    wear(root, "keys", true);
    if (!event.shiftKey && !event.repeat) {
      const action = LETTERS[event.key.toLowerCase()];
      // What lies behind the panel is not played from it.
      if (action && (action === "moves" || !target?.closest(".cfw-panel"))) return table.act(action);
    }
    if (!onFelt || target?.closest(".cfw-win-card")) return;
    if (event.key.startsWith("Arrow")) {
      prevent(event);
      const arrow = /** @type {"Up" | "Down" | "Left" | "Right"} */ (event.key.slice(5));
      if (hand.held) throughLegal(state, plan, arrow === "Right" || arrow === "Down" ? 1 : -1);
      else go(target === root ? current : step(state, plan, current, arrow));
    } else if (event.key === "Enter" || event.key === " ") {
      prevent(event);
      if (!event.repeat) table.press(current.pile, current.key);
    }
  }

  // Notebook shortcuts would act as well, and "d d" deletes the cell. Notebook 7 listens in the capture phase at the
  // document; only a capturing listener on window comes before it.
  on(window, "keydown", (/** @type {KeyboardEvent} */ event) => {
    const path = event.composedPath();
    pointing = false;
    if (event.key === "Escape" && table.carrying()) {
      event.stopImmediatePropagation();
      table.escape();
      return;
    }
    if (!path.includes(root) || event.ctrlKey || event.altKey || event.metaKey || event.key === "Tab") return;
    if (event.key === "Escape") {
      if (table.escape()) {
        prevent(event);
        event.stopImmediatePropagation();
      } else {
        leave();
      }
      return;
    }
    event.stopImmediatePropagation();
    onKey(event, /** @type {Element | undefined} */ (path[0]));
  }, signal, true);

  /** The notebook's cell takes the focus again, or nothing does. */
  function leave() {
    /** @type {Node | null} */
    let node = root;
    let fallback = null;
    while ((node = node.parentNode ?? /** @type {ShadowRoot} */ (node).host ?? null)) {
      if (!(node instanceof HTMLElement) || !node.hasAttribute("tabindex")) continue;
      fallback ??= node;
      if (node.matches(".jp-Cell, .jp-Notebook")) {
        focusOn(node);
        return;
      }
    }
    const left = active();
    if (left instanceof HTMLElement) left.blur();
    if (fallback) focusOn(fallback);
  }

  on(root, "focusin", (/** @type {FocusEvent} */ event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (!pointing && target.matches(":focus-visible")) wear(root, "keys", true);
    // A screen reader may set the focus wherever it likes.
    const { key, pile, in: lies } = target.dataset;
    if (board.felt.contains(target) && (pile || (key && lies))) go({ pile: pile ?? lies ?? "S", key: key ?? null }, false);
  }, signal);
  on(root, "pointerdown", () => {
    pointing = true;
    wear(root, "keys", false);
  }, signal, true);

  return {
    go,
    get current() {
      return current;
    },
    inside,
    /**
     * After a drawing: the focus stays with its card, wherever that is now, else with the pile it was in.
     * @param {State} state @param {boolean} had whether the focus was on the board before
     */
    settle(state, had) {
      const at = current.key === null ? undefined : board.card(current.key);
      const pile = at?.dataset.in ?? (state.piles[current.pile] ? current.pile : "S");
      const kept = stops(state, pile).find((stop) => stop.key === current.key);
      // The result card that has just gone may still have it.
      go(kept ?? topOf(state, pile), had && (!kept || !inside() || !!active()?.closest("[hidden]")));
    },
  };
}

/** @typedef {ReturnType<typeof createKeyboard>} Keyboard */
