// One view of one board: puts the parts together and draws them whenever the kernel or the player changes something.

/** @import { Link, State } from "./types.js" */
/** @import { Plan } from "./layout.js" */
import { attributes, createBoard } from "./board.js";
import { createDrag } from "./drag.js";
import { createHand } from "./hand.js";
import { createKeyboard, stops } from "./keyboard.js";
import { layout } from "./layout.js";
import { createMotion } from "./motion.js";
import { kind, lift } from "./moves.js";
import { followTheme, fullScreen } from "./page.js";
import { createToolbar } from "./toolbar.js";
import { createWin } from "./win.js";
import { cardName } from "./words.js";

const SCROLL_BAR = 24;

/**
 * @param {HTMLElement} el
 * @param {Link} link
 * @param {AbortSignal} signal
 */
export function createTable(el, link, signal) {
  const root = document.createElement("div");
  root.className = "cfw-root";
  root.tabIndex = -1;
  root.setAttribute("role", "application");

  /** @type {Plan | null} */
  let plan = null;
  /** @type {Map<string, number>} cards that wait where they were dropped, and the wish they wait for */
  const pins = new Map();
  /** @type {string | null} */
  let near = null;
  let width = 0;
  let tallest = 0;
  let tallestOf = "";
  let known = { game: "", ply: 0, message: /** @type {string | number | null} */ (null), status: "" };
  /** @type {string | number | null} */
  let quiet = null;
  let resultSeen = false;

  const motion = createMotion(signal);
  const toolbar = createToolbar(root, act, signal);
  const felt = document.createElement("div");
  felt.className = "cfw-felt";
  root.insertBefore(felt, toolbar.line);
  const live = document.createElement("div");
  live.className = "cfw-live";
  live.setAttribute("aria-live", "polite");
  root.append(live);
  el.append(root);

  const board = createBoard(felt, motion);
  const hand = createHand(link, mark);
  const screen = fullScreen(root, () => update(), signal);
  const win = createWin(felt, motion, (choice) => (choice === "new" ? act("new") : look()), signal);
  const drag = createDrag(board, hand, {
    plan: () => plan, touched, press, drop,
    near: (pile) => {
      if (near === pile) return;
      near = pile;
      mark();
    },
    focus: (key, pile) => {
      const element = key === null ? null : board.card(key);
      const state = link.state();
      if (!state || !(pile in state.piles)) return;
      keyboard.go(element?.hasAttribute("tabindex") ? { pile, key } : stops(state, pile).slice(-1)[0]);
    },
  }, signal);
  const keyboard = createKeyboard(root, board, hand, {
    state: link.state, plan: () => plan, touched, escape, carrying: () => drag.carrying,
    press: (pile, key) => {
      press(pile, key);
      if (hand.held && link.state()) speak(link.say()("in-hand", { card: named(hand.held.keys[0]), n: hand.legal.length }));
    },
    act: (action) => (action === "deal" ? deal() : act(action)),
  }, signal);

  /** @param {string} text */
  function speak(text) {
    live.textContent = text;
  }

  /** @param {string} key */
  function named(key) {
    return cardName(link.say(), board.card(key)?.dataset.face ?? null);
  }

  /** Blame and moving cards last until the player does the next thing. */
  function touched() {
    motion.finish();
    const id = link.state()?.message.id ?? null;
    if (quiet === id) return;
    quiet = id;
    mark();
  }

  function deal() {
    if (link.kernel() === "gone") return;
    hand.deal();
    update();
  }

  /** @param {import("./toolbar.js").Action} action */
  function act(action) {
    const state = link.state();
    if (action === "menu") return openMenu(!toolbar.menuOpen);
    if (action === "result") return showResult(false);
    if (action === "full") {
      if (screen.on) screen.leave();
      else screen.enter();
      return openMenu(false);
    }
    if (!state || link.kernel() === "gone") return;
    const early = link.kernel() !== "live";
    if ((action === "undo" && !state.undo && !early) || (action === "redo" && !state.redo && !early)) return;
    if (action !== "cancel") hand.put();
    if (action === "four") link.ask({ do: "set", name: "fourColours", value: !state.settings.fourColours });
    else link.ask({ do: action });
    if (action !== "four") openMenu(false);
    update();
  }

  /** @param {boolean} open */
  function openMenu(open) {
    if (!toolbar.openMenu(open)) return;
    felt.style.minHeight = open ? `${toolbar.menu.offsetHeight}px` : "";
  }

  /**
   * A click or Enter on a pile, and on a card if one was hit.
   * @param {string | null} pile @param {string | null} key
   */
  function press(pile, key) {
    const state = link.state();
    if (toolbar.menuOpen) openMenu(false);
    if (!state || link.kernel() === "gone") return;
    const { held } = hand;
    if (!held) {
      if (pile === "S") deal();
      else if (key !== null && lift(state, key)) hand.take(key, false);
      return;
    }
    const tray = pile !== null && kind(pile) === "F" && kind(held.pile) !== "F" ? hand.legal.find((each) => kind(each) === "F") : undefined;
    const legal = pile !== null && hand.legal.includes(pile) ? pile : tray;
    if (key === held.keys[0] || pile === null) hand.put();
    else if (legal) layOn(legal);
    else if (pile === "S") deal();
    else if (key !== null && lift(state, key)) hand.take(key, false);
    else if (pile in state.piles && !state.piles[pile].length && "FT".includes(kind(pile))) layOn(pile);
    else hand.put();
  }

  /** @param {string} pile */
  function layOn(pile) {
    const key = hand.held?.keys[0];
    const from = hand.held?.pile;
    hand.layOn(pile);
    if (key !== undefined && from !== undefined) keyboard.go({ pile: from, key }, keyboard.inside());
    update();
  }

  /** @param {string | null} pile @param {boolean} legal */
  function drop(pile, legal) {
    const keys = hand.held?.keys ?? [];
    near = null;
    // No card can go to a reserve: nothing could be asked.
    if (pile === null || kind(pile) === "R") {
      hand.put();
    } else {
      const seq = hand.layOn(pile);
      if (legal) {
        // The cards stay where they were dropped, so nothing is to be drawn: the answer is on its way already, and a
        // page that is busy drawing would read it late.
        for (const key of keys) pins.set(key, seq);
        attributes(root, { "data-busy": "" });
        mark();
        return;
      }
    }
    update();
  }

  /** One step out, from the inside. */
  function escape() {
    if (drag.carrying) {
      drag.cancel();
      return true;
    }
    if (hand.held) {
      const { keys, pile } = hand.held;
      speak(link.say()("put-back", { card: named(keys[0]) }));
      hand.put();
      keyboard.go({ pile, key: keys[0] }, keyboard.inside());
      return true;
    }
    if (link.kernel() === "waiting") {
      link.forget();
      return true;
    }
    if (toolbar.menuOpen) {
      openMenu(false);
      return true;
    }
    if (win.open) {
      look();
      return true;
    }
    if (link.kernel() !== "gone" && (link.search().what || link.state()?.hint)) {
      act("cancel");
      return true;
    }
    if (!screen.on) return false;
    screen.leave();
    return true;
  }

  /** Takes the result away and shows the board. */
  function look() {
    win.hide();
    resultSeen = true;
    update();
    keyboard.go(keyboard.current);
  }

  /** @param {boolean} animated */
  function showResult(animated) {
    const state = link.state();
    if (!state || !plan) return;
    resultSeen = false;
    const had = root.contains(/** @type {Document | ShadowRoot} */ (root.getRootNode()).activeElement);
    grow(plan, state);
    win.show({ state, say: link.say(), plan, width, height: tallest * plan.w, animated });
    if (had) win.focus();
    update();
  }

  /**
   * The board grows but never shrinks in a game, so that the page below it does not jump.
   * @param {Plan} drawn @param {State} state
   */
  function grow(drawn, state) {
    if (tallestOf !== state.game) tallest = 0;
    tallestOf = state.game;
    const needed = state.status === "won" && !resultSeen ? Math.max(drawn.height, win.needs(drawn)) : drawn.height;
    tallest = Math.max(tallest, needed / drawn.w);
    const height = `${Math.round(tallest * drawn.w)}px`;
    if (felt.style.height !== height) felt.style.height = height;
  }

  /** How far the ring round a run goes on below its deepest card. @param {string} first @param {string | undefined} last */
  function stretch(first, last) {
    const [top, end] = [plan?.spots.get(first), plan?.spots.get(last ?? "")];
    board.card(first)?.style.setProperty("--cfw-run", `${top && end ? end.y - top.y : 0}px`);
  }

  /** Rings: what is chosen, where it may go, whom a refusal blames, what a hint means. */
  function mark() {
    const state = link.state();
    if (!state || !plan) return;
    const { piles } = state;
    const { held, legal } = hand;
    /** The card or place that takes what comes to a pile. @param {string} pile */
    const receiver = (pile) => (piles[pile].length ? board.card(piles[pile][piles[pile].length - 1][0]) : board.place(pile));
    const hint = state.moves.find(({ move }) => move === state.hint);
    const [source, target] = hint ? [hint.card === null ? receiver(hint.from) : board.card(hint.card), receiver(hint.to)] : [];
    /** @param {HTMLElement} element */
    const number = (element) => attributes(element, { "data-hint": element === source ? "1" : element === target ? "2" : null });
    const chosen = new Set(held && !held.dragged ? held.keys : []);
    const blamed = new Set(state.message.id === quiet ? [] : state.message.blame);
    for (const [key, { element }] of board.cards) {
      const carried = !!held?.dragged && held.keys.includes(key);
      element.classList.toggle("cfw-chosen", chosen.has(key));
      attributes(element, { "aria-pressed": element.getAttribute("role") === "button" ? String(chosen.has(key)) : null });
      element.classList.toggle("cfw-ring", chosen.has(key) && key === held?.keys[0]);
      element.classList.toggle("cfw-held", carried);
      element.classList.toggle("cfw-last", carried && key === held?.keys.at(-1));
      element.classList.toggle("cfw-blamed", blamed.has(key));
      element.classList.remove("cfw-legal", "cfw-near");
      number(element);
    }
    if (hint?.card) stretch(hint.card, piles[hint.from].at(-1)?.[0]);
    if (held && !held.dragged) stretch(held.keys[0], held.keys.at(-1));
    for (const pile of Object.keys(piles)) {
      const place = board.place(pile);
      if (!place) continue;
      place.classList.remove("cfw-legal", "cfw-near");
      number(place);
      const left = held?.dragged && held.pile === pile && piles[pile].length === held.keys.length;
      place.classList.toggle("cfw-left", !!left);
      if (!legal.includes(pile)) continue;
      receiver(pile)?.classList.add("cfw-legal");
      receiver(pile)?.classList.toggle("cfw-near", pile === near);
    }
  }

  function update(animated = true) {
    const state = link.state();
    if (!state) return;
    const kernel = link.kernel();
    attributes(root, {
      "data-rev": String(state.rev), "data-status": state.status, "data-busy": kernel === "busy" || kernel === "waiting" ? "" : null,
      "aria-label": link.say()("board", { title: state.title }), lang: state.lang,
    });
    root.classList.toggle("cfw-four", !!state.settings?.fourColours);
    if (known.game !== state.game) {
      win.hide();
      resultSeen = false;
      pins.clear();
    }
    if (state.status !== "won" && win.open) win.hide();
    hand.refresh();
    for (const [key, seq] of pins) if (!link.open(seq)) pins.delete(key);
    toolbar.draw({ state, search: link.search(), say: link.say(), kernel, full: screen.on, result: state.status === "won" && !win.open });
    if (known.message !== null && known.message !== state.message.id) speak(state.message.text);
    const fresh = known.game === "" || !plan;
    const wins = state.status === "won" && known.status !== "won" && !resultSeen;
    const backwards = known.game === state.game && state.ply < known.ply;
    root.classList.toggle("cfw-won", win.open);
    if (width > 0) {
      const had = keyboard.inside();
      plan = layout(state, width);
      grow(plan, state);
      board.draw({
        state, plan, say: link.say(), animated: animated && !fresh, backwards,
        held: (key) => pins.has(key) || (!!hand.held?.dragged && hand.held.keys.includes(key)),
      });
      keyboard.settle(state, had);
      mark();
      known = { game: state.game, ply: state.ply, message: state.message.id, status: state.status };
      if (wins) showResult(!fresh && animated);
    }
  }

  // A page whose scroll bar comes and goes with the board's height would swing for ever: what a scroll bar has just
  // taken is not taken back at once.
  let given = { width: 0, at: 0 };
  const observer = new ResizeObserver(() => {
    const wide = felt.clientWidth;
    const swings = wide === given.width && wide - width <= SCROLL_BAR && performance.now() - given.at < 400;
    if (!wide || wide === width || swings) return;
    if (wide < width) given = { width, at: performance.now() };
    width = wide;
    update(false);
    const state = link.state();
    if (win.open && state && plan) win.show({ state, say: link.say(), plan, width, height: tallest * plan.w, animated: false });
  });
  observer.observe(felt);
  signal.addEventListener("abort", () => {
    observer.disconnect();
    root.remove();
  });
  root.addEventListener("pointerdown", (event) => {
    if (toolbar.menuOpen && !event.composedPath().some((each) => each === toolbar.menu || /** @type {Element} */ (each).matches?.("[data-do=menu]"))) openMenu(false);
  }, { signal });
  followTheme(root, signal);
  link.watch(() => update(), signal);
  width = felt.clientWidth;
  update(false);
}
