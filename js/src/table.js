// One view of one board: puts the parts together and draws them whenever the kernel or the player changes something.

/** @import { Link, State } from "./types.js" */
/** @import { Plan } from "./layout.js" */
import { attributes, createBoard } from "./board.js";
import { timeText } from "./clock.js";
import { createDrag } from "./drag.js";
import { createHand } from "./hand.js";
import { createKeyboard, stops } from "./keyboard.js";
import { layout } from "./layout.js";
import { createMotion } from "./motion.js";
import { kind, lift, targets } from "./moves.js";
import { focusIn, focusOn, make, on, wear } from "./make.js";
import { drawMarks } from "./marks.js";
import { followTheme, fullScreen } from "./page.js";
import { createPanel } from "./panel.js";
import { createToolbar } from "./toolbar.js";
import { createWin } from "./win.js";
import { cardName } from "./words.js";

const SCROLL_BAR = 24;
/** A second click so soon means the first. */
const DOUBLE = 300;
/** Milliseconds from card to card when the rest goes up. */
const PACES = { slow: 180, normal: 80, fast: 35, instant: 0 };

/**
 * @param {HTMLElement} el
 * @param {Link} link
 * @param {AbortSignal} signal
 */
export function createTable(el, link, signal) {
  const root = make("div", "cfw-root");
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
  const view = Math.random().toString(36).slice(2);
  let clicked = { key: /** @type {string | null} */ (null), at: -DOUBLE };
  /** @type {ReturnType<typeof setTimeout> | undefined} the result that waits for the last card */
  let coming;

  const motion = createMotion(signal);
  const toolbar = createToolbar(root, act, signal);
  const felt = make("div", "cfw-felt");
  const cover = make("button", "cfw-cover-all");
  const live = make("div", "cfw-live", root);
  live.setAttribute("aria-live", "polite");
  cover.setAttribute("type", "button");
  cover.hidden = true;
  on(cover, "click", () => link.ask({ do: "pause", on: false }), signal);
  el.append(root);

  const sheet = createPanel(root, "cfw-top", "region", {
    ask: (wish) => {
      hand.put();
      link.ask(wish);
      update();
    },
    local() {},
    closed: () => keyboard.go(keyboard.current),
  });
  toolbar.line.before(sheet.panel, felt, cover);
  const panel = createPanel(root, "cfw-panel", "dialog", {
    ask: (wish) => {
      if (link.kernel() === "gone") return;
      if (!["set", "own", "star", "open"].includes(wish.do)) closePanel();
      if (wish.do === "open") wish = { ...wish, view };
      link.ask(wish);
      update();
    },
    local: (name) => {
      closePanel();
      if (name === "full") (screen.on ? screen.leave : screen.enter)();
    },
    closed: () => (byKey ? keyboard.go(keyboard.current) : toolbar.focusMenu()),
  });
  let closed = false;
  /** Whether the panel was opened from among the cards. */
  let byKey = false;

  const board = createBoard(felt, motion);
  const hand = createHand(link, mark);
  const screen = fullScreen(root, () => update(), signal);
  const win = createWin(felt, motion, (choice) => (choice === "new" ? act("new") : look()), signal);
  const drag = createDrag(board, hand, {
    plan: () => plan, touched, press: click, drop, peek,
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
    act: (action) => {
      if (action === "deal") deal();
      else if (action === "peek") peek(keyboard.current.key);
      else act(action);
    },
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
    link.touched();
    motion.finish();
    peek(null);
    if (coming) showResult(true);
    const id = link.state()?.message.id ?? null;
    if (quiet === id) return;
    quiet = id;
    mark();
  }

  function deal() {
    if (link.kernel() === "gone" || link.state()?.paused) return;
    hand.deal();
    update();
  }

  /** @param {import("./toolbar.js").Action | "next"} action */
  function act(action) {
    const state = link.state();
    if (action === "next") return void /** @type {HTMLElement | null} */ (sheet.panel.querySelector(".cfw-next"))?.click();
    if (action === "result") return showResult(false);
    if (!state || link.kernel() === "gone") return;
    if (state.paused && action !== "menu" && action !== "pause") return;
    if (action === "menu" || action === "moves" || action === "help") {
      if (panel.open) closePanel();
      else {
        closed = false;
        byKey = keyboard.inside();
        link.ask({ do: "open", page: action, view });
      }
      return;
    }
    if (action === "pause") return void link.ask({ do: "pause", on: !state.paused });
    const early = link.kernel() !== "live";
    if ((action === "undo" && !state.undo && !early) || (action === "redo" && !state.redo && !early)) return;
    if (action !== "cancel") hand.put();
    closePanel();
    link.ask({ do: action });
    update();
  }

  /** At once, without waiting for the kernel. */
  function closePanel() {
    if (!panel.open) return;
    closed = true;
    drawPanel();
    link.ask({ do: "close" });
  }

  function drawPanel() {
    const open = link.page(view);
    closed &&= !!open;
    panel.draw(closed ? null : open);
    felt.style.minHeight = panel.open ? `${Math.min(panel.panel.scrollHeight, 520)}px` : "";
  }

  /** Lifts a covered card above the others, so that its whole face is seen. @param {string | null} key */
  function peek(key) {
    for (const [each, { element }] of board.cards) wear(element, "peek", each === key && !!element.dataset.face);
  }

  /**
   * A click of the pointer: what it means is a setting, what it does is Python's to say.
   * @param {string | null} pile @param {string | null} key
   */
  function click(pile, key) {
    const state = link.state();
    const mode = state?.settings?.click ?? "select";
    const again = performance.now() - clicked.at < DOUBLE;
    if (!state || link.kernel() === "gone" || state.paused) return;
    if (pile === "S" || key === null) {
      if (!again || clicked.key === null || pile !== "S") press(pile, key);
      return;
    }
    if (mode === "off") return hand.put() && update();
    const same = clicked.key === key;
    if (mode === "select" && again && same) {
      const up = targets(state, key).find((move) => kind(move.to) === "F");
      clicked = { key: null, at: -DOUBLE };
      hand.put();
      return up ? void link.ask({ do: "move", move: up.move, card: key }) : undefined;
    }
    if (mode === "play" && again) return;
    clicked = { key, at: performance.now() };
    const { held } = hand;
    if (mode === "select" || (held && (held.keys[0] === key || hand.legal.includes(pile ?? "")))) return press(pile, key);
    if (panel.open) closePanel();
    hand.put();
    if (kind(pile ?? "") !== "F") link.ask({ do: "click", pile, card: key });
    if (!targets(state, key).length || kind(pile ?? "") === "F") hand.take(key, false);
    update();
  }

  /**
   * A click or Enter on a pile, and on a card if one was hit.
   * @param {string | null} pile @param {string | null} key
   */
  function press(pile, key) {
    const state = link.state();
    if (panel.open) closePanel();
    if (!state || link.kernel() === "gone" || state.paused) return;
    const { held } = hand;
    if (!held) {
      if (pile === "S" && !state.free) deal();
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
    if (pile === null || (kind(pile) === "R" && !link.state()?.free)) {
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
    if (panel.open) {
      closePanel();
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
    clearTimeout(coming);
    coming = undefined;
    if (!state || !plan || state.status !== "won") return;
    resultSeen = false;
    const had = root.contains(focusIn(root));
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

  function mark() {
    const state = link.state();
    if (state && plan) drawMarks({ state, plan, board, hand, near, blames: state.message.id !== quiet });
  }

  function drawTime() {
    const state = link.state();
    const shows = state?.clock && state.settings.show_time && (state.ply > 0 || state.clock.ms > 0);
    toolbar.drawTime(shows ? timeText(link.time()) : "");
  }

  function update(animated = true) {
    const state = link.state();
    if (!state) return;
    const kernel = link.kernel();
    attributes(root, {
      "data-rev": String(state.rev), "data-status": state.status, "data-busy": kernel === "busy" || kernel === "waiting" ? "" : null,
      "aria-label": link.say()("board", { title: state.title }), lang: state.lang,
    });
    wear(root, "four", !!state.settings?.four_colours);
    wear(root, "mirrored", !!state.settings?.mirrored);
    theme();
    drawTime();
    // Without a kernel nobody could go on.
    const paused = !!state.paused && kernel !== "gone";
    if (cover.hidden === paused) {
      const at = focusIn(root) ?? document.activeElement;
      // Whoever writes elsewhere in the page goes on writing.
      const free = at === document.body || root.contains(at);
      cover.textContent = link.say()("paused");
      cover.hidden = !paused;
      felt.inert = paused;
      if (free && paused) focusOn(cover);
      else if (free && known.game) keyboard.go(keyboard.current);
    }
    if (known.game !== state.game) {
      win.hide();
      resultSeen = false;
      pins.clear();
    }
    if (state.status !== "won" && win.open) win.hide();
    hand.refresh();
    for (const [key, seq] of pins) if (!link.open(seq)) pins.delete(key);
    toolbar.draw({ state, search: link.search(), say: link.say(), kernel, open: panel.open, result: state.status === "won" && !win.open });
    if (known.message !== null && known.message !== state.message.id) speak(state.message.text);
    const fresh = known.game === "" || !plan;
    const wins = state.status === "won" && known.status !== "won" && !resultSeen;
    const backwards = known.game === state.game && state.ply < known.ply;
    wear(root, "won", win.open);
    drawPanel();
    sheet.draw(state.sheet ? { name: "", title: state.title, html: state.sheet } : null);
    if (width > 0) {
      const had = keyboard.inside();
      plan = layout(state, width, state.settings);
      const pace = PACES[state.settings?.speed ?? "normal"];
      grow(plan, state);
      board.draw({
        state, plan, say: link.say(), animated: animated && !fresh && !(state.shown?.length && !pace), backwards, pace,
        held: (key) => pins.has(key) || (!!hand.held?.dragged && hand.held.keys.includes(key)),
      });
      keyboard.settle(state, had);
      mark();
      known = { game: state.game, ply: state.ply, message: state.message.id, status: state.status };
      const show = (state.shown?.length ?? 0) * pace;
      if (wins && show && !fresh && animated && !motion.still) coming = setTimeout(() => showResult(true), show + 300);
      else if (wins) showResult(!fresh && animated);
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
  const sight = new IntersectionObserver((seen) => link.clock.see(root, seen[seen.length - 1].isIntersecting));
  sight.observe(root);
  const ticks = setInterval(drawTime, 500);
  on(signal, "abort", () => {
    observer.disconnect();
    sight.disconnect();
    link.clock.see(root, false);
    clearInterval(ticks);
    clearTimeout(coming);
    root.remove();
  });
  on(root, "pointerdown", (/** @type {PointerEvent} */ event) => {
    link.touched();
    if (panel.open && !event.composedPath().some((each) => each === panel.panel || /** @type {Element} */ (each).matches?.("[data-do=menu]"))) closePanel();
  }, signal, true);
  const theme = followTheme(root, () => link.state()?.settings?.theme, signal);
  link.watch(() => update(), signal);
  width = felt.clientWidth;
  update(false);
}
