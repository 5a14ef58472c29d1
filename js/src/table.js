// One view of one board: puts the parts together and draws them whenever the kernel or the player changes something.

/** @import { Link, State } from "./types.js" */
/** @import { Plan } from "./layout.js" */
import { createBoard } from "./board.js";
import { timeText } from "./clock.js";
import { createDrag } from "./drag.js";
import { createHand } from "./hand.js";
import { createKeyboard, stops } from "./keyboard.js";
import { layout } from "./layout.js";
import { createMotion } from "./motion.js";
import { attributes, focusIn, focusOn, make, on, wear, write } from "./make.js";
import { drawMarks } from "./marks.js";
import { followTheme, followWidth, fullScreen } from "./page.js";
import { createPanel } from "./panel.js";
import { createPlay } from "./play.js";
import { createToolbar } from "./toolbar.js";
import { createWin } from "./win.js";
import { cardName } from "./words.js";

/** Milliseconds from card to card when the rest goes up. */
const PACES = { slow: 180, normal: 80, fast: 35, instant: 0 };

/**
 * @param {HTMLElement} el
 * @param {Link} link
 * @param {AbortSignal} signal
 */
export function createTable(el, link, signal) {
  const { ask, kernel, say, state: told } = link;
  const root = make("div", "cfw-root");
  root.tabIndex = -1;
  attributes(root, { role: "application" });

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
  /** @type {ReturnType<typeof setTimeout> | undefined} the result that waits for the last card */
  let coming;

  const motion = createMotion(signal);
  const toolbar = createToolbar(root, act, signal);
  const felt = make("div", "cfw-felt");
  const cover = make("button", "cfw-cover-all");
  const live = make("div", "cfw-live", root);
  attributes(live, { "aria-live": "polite" });
  attributes(cover, { type: "button" });
  cover.hidden = true;
  on(cover, "click", () => ask({ do: "pause", on: false }), signal);
  el.append(root);

  const sheet = createPanel(root, "cfw-top", "region", {
    ask: (wish) => {
      hand.put();
      ask(wish);
      update();
    },
    local() {},
    closed: () => keyboard.go(keyboard.current),
  });
  toolbar.line.before(sheet.panel, felt, cover);
  const panel = createPanel(root, "cfw-panel", "dialog", {
    ask: (wish) => {
      if (kernel() === "gone") return;
      if (!["set", "own", "star", "open"].includes(wish.do)) closePanel();
      if (wish.do === "open") wish = { ...wish, view };
      ask(wish);
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
  const play = createPlay(link, hand, closePanel, update, stay, (keys, seq) => {
    for (const key of keys) pins.set(key, seq);
    attributes(root, { "data-busy": "" });
    mark();
  });
  const screen = fullScreen(root, () => update(), signal);
  const win = createWin(felt, motion, (choice) => (choice === "new" ? act("new") : look()), signal);
  const drag = createDrag(board, hand, {
    plan: () => plan, touched, press: play.click, peek,
    drop: (pile, legal) => {
      near = null;
      play.drop(pile, legal);
    },
    near: (pile) => {
      if (near === pile) return;
      near = pile;
      mark();
    },
    focus: (key, pile) => {
      const element = key === null ? null : board.card(key);
      const state = told();
      if (!state || !(pile in state.piles)) return;
      keyboard.go(element?.hasAttribute("tabindex") ? { pile, key } : stops(state, pile).slice(-1)[0]);
    },
  }, signal);
  const keyboard = createKeyboard(root, board, hand, {
    state: told, plan: () => plan, touched, escape, carrying: () => drag.carrying,
    press: (pile, key) => {
      play.press(pile, key);
      if (hand.held && told()) speak(say()("in-hand", { card: named(hand.held.keys[0]), n: hand.legal.length }));
    },
    act: (action) => {
      if (action === "deal") play.deal();
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
    return cardName(say(), board.card(key)?.dataset.face ?? null);
  }

  /** Blame and moving cards last until the player does the next thing. */
  function touched() {
    link.touched();
    motion.finish();
    peek(null);
    if (coming) showResult(true);
    const id = told()?.message.id ?? null;
    if (quiet === id) return;
    quiet = id;
    mark();
  }

  /** @param {import("./toolbar.js").Action | "next"} action */
  function act(action) {
    const state = told();
    if (action === "next") return void /** @type {HTMLElement | null} */ (sheet.panel.querySelector(".cfw-next"))?.click();
    if (action === "result") return showResult(false);
    if (!state || kernel() === "gone") return;
    if (state.paused && action !== "menu" && action !== "pause") return;
    if (action === "menu" || action === "moves" || action === "help") {
      if (!closePanel()) {
        closed = false;
        byKey = keyboard.inside();
        ask({ do: "open", page: action, view });
      }
      return;
    }
    if (action === "pause") return void ask({ do: "pause", on: !state.paused });
    const early = kernel() !== "live";
    if ((action === "undo" && !state.undo && !early) || (action === "redo" && !state.redo && !early)) return;
    if (action !== "cancel") hand.put();
    closePanel();
    ask({ do: action });
    update();
  }

  /** At once, without waiting for the kernel; true if it was open. */
  function closePanel() {
    if (!panel.open) return false;
    closed = true;
    drawPanel();
    ask({ do: "close" });
    return true;
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

  /** Among the cards the focus goes to that card. @param {string} pile @param {string} key */
  function stay(pile, key) {
    keyboard.go({ pile, key }, keyboard.inside());
  }

  /** One step out, from the inside. */
  function escape() {
    if (drag.carrying) {
      drag.cancel();
      return true;
    }
    if (hand.held) {
      const { keys, pile } = hand.held;
      speak(say()("put-back", { card: named(keys[0]) }));
      hand.put();
      stay(pile, keys[0]);
      return true;
    }
    if (kernel() === "waiting") {
      link.forget();
      return true;
    }
    if (closePanel()) return true;
    if (win.open) {
      look();
      return true;
    }
    if (kernel() !== "gone" && (link.search().what || told()?.hint)) {
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
    const state = told();
    clearTimeout(coming);
    coming = undefined;
    if (!state || !plan || state.status !== "won") return;
    resultSeen = false;
    const had = root.contains(focusIn(root));
    grow(plan, state);
    celebrate(state, plan, animated);
    if (had) win.focus();
    update();
  }

  /** @param {State} state @param {Plan} drawn @param {boolean} animated */
  function celebrate(state, drawn, animated) {
    win.show({ state, say: say(), plan: drawn, width, height: tallest * drawn.w, animated });
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
    const state = told();
    if (state && plan) drawMarks({ state, plan, board, hand, near, blames: state.message.id !== quiet });
  }

  function drawTime() {
    const state = told();
    const shows = state?.clock && state.settings.show_time && (state.ply > 0 || state.clock.ms > 0);
    toolbar.drawTime(shows ? timeText(link.time()) : "");
  }

  function update(animated = true) {
    const state = told();
    if (!state) return;
    const how = kernel();
    attributes(root, {
      "data-rev": String(state.rev), "data-status": state.status, "data-busy": how === "busy" || how === "waiting" ? "" : null,
      "aria-label": say()("board", { title: state.title }), lang: state.lang,
    });
    wear(root, "four", !!state.settings?.four_colours);
    wear(root, "mirrored", !!state.settings?.mirrored);
    theme();
    drawTime();
    // Without a kernel nobody could go on.
    const paused = !!state.paused && how !== "gone";
    if (cover.hidden === paused) {
      const at = focusIn(root) ?? document.activeElement;
      // Whoever writes elsewhere in the page goes on writing.
      const free = at === document.body || root.contains(at);
      write(cover, say()("paused"));
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
    toolbar.draw({ state, search: link.search(), say: say(), kernel: how, open: panel.open, result: state.status === "won" && !win.open });
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
        state, plan, say: say(), animated: animated && !fresh && !(state.shown?.length && !pace), backwards, pace,
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

  const sight = new IntersectionObserver((seen) => link.clock.see(root, seen[seen.length - 1].isIntersecting));
  sight.observe(root);
  const ticks = setInterval(drawTime, 500);
  on(signal, "abort", () => {
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
  const theme = followTheme(root, () => told()?.settings?.theme, signal);
  link.watch(() => update(), signal);
  followWidth(felt, (wide) => {
    width = wide;
    update(false);
    const state = told();
    if (win.open && state && plan) celebrate(state, plan, false);
  }, signal);
}
