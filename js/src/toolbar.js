// The bar above the board, the message line below it and the panel behind the three dots.

/** @import { Say, Search, State } from "./types.js" */
import { symbol } from "./faces.js";

/** @typedef {"new" | "undo" | "redo" | "restart" | "hint" | "winnable" | "deal-winnable" | "cancel"} Request asked of the kernel as it is */
/** @typedef {Request | "full" | "four" | "menu" | "result"} Action */

const WORD = '<span class="cfw-word"></span>';

/**
 * @param {string} tag @param {string} name @param {Element} [parent]
 */
function make(tag, name, parent) {
  const element = document.createElement(tag);
  element.className = name;
  parent?.append(element);
  return element;
}

/** @param {Element} element @param {string} text */
function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * @param {HTMLElement} root
 * @param {(action: Action) => void} act
 * @param {AbortSignal} signal
 */
export function createToolbar(root, act, signal) {
  const bar = make("div", "cfw-bar", root);
  bar.setAttribute("role", "toolbar");

  /** @param {Element} parent @param {Action} action @param {string} inside @param {string} look */
  const button = (parent, action, inside, look) => {
    const element = make("button", look, parent);
    element.setAttribute("type", "button");
    element.dataset.do = action;
    element.innerHTML = inside;
    element.addEventListener("click", () => {
      if (element.getAttribute("aria-disabled") !== "true") act(action);
    }, { signal });
    return element;
  };

  const left = make("div", "cfw-group", bar);
  const fresh = button(left, "new", symbol("new") + WORD, "cfw-button");
  make("i", "cfw-rule", left);
  const undo = button(left, "undo", symbol("undo"), "cfw-button");
  const redo = button(left, "redo", symbol("redo"), "cfw-button");
  make("i", "cfw-rule", left);
  const hint = button(left, "hint", symbol("hint") + WORD, "cfw-button");
  const title = make("div", "cfw-title", bar);
  const name = make("b", "cfw-name", title);
  const deal = make("span", "cfw-deal", title);
  const right = make("div", "cfw-group", bar);
  const score = make("span", "cfw-score", right);
  const moves = make("span", "cfw-moves", right);
  const dots = button(right, "menu", symbol("menu"), "cfw-button");

  const menu = make("div", "cfw-menu", root);
  menu.id = `cfw-menu-${Math.random().toString(36).slice(2, 8)}`;
  menu.hidden = true;
  menu.setAttribute("role", "dialog");
  dots.setAttribute("aria-haspopup", "dialog");
  dots.setAttribute("aria-controls", menu.id);
  const menuTitle = make("b", "cfw-menu-title", menu);
  const menuMoves = make("div", "cfw-menu-moves", menu);
  /** @type {Action[]} */
  const asks = ["winnable", "deal-winnable", "restart", "full"];
  const [winnable, dealWinnable, again, full] = asks.map((action) => button(menu, action, WORD, "cfw-item"));
  const four = button(menu, "four", `${WORD}<i class="cfw-switch"></i>`, "cfw-item");
  four.setAttribute("role", "switch");
  const keysTitle = make("b", "cfw-menu-title", menu);
  // No dl: notebooks style the lists of their outputs, and that reaches in here.
  const keys = make("div", "cfw-keys-list", menu);
  const rows = ["arrows", "enter", "d", "u", "r", "h", "w", "escape"].map((key) => {
    return { key, name: make("span", "cfw-key", keys), does: make("span", "cfw-does", keys) };
  });

  /** @param {Element} element @param {string} text @param {string} word */
  const label = (element, text, word) => {
    const place = element.querySelector(".cfw-word");
    if (place) write(place, word);
    if (element.getAttribute("aria-label") !== text) {
      element.setAttribute("aria-label", text);
      element.setAttribute("title", text);
    }
  };
  /** @param {Element} element @param {Say} say @param {number} n */
  const writeMoves = (element, say, n) => {
    const [before, after] = say("moves", { n }).split(String(n));
    if (element.textContent === `${before}${n}${after}`) return;
    const figure = document.createElement("b");
    figure.textContent = String(n);
    element.replaceChildren(before, figure, after);
  };

  const line = make("div", "cfw-line", root);
  const badge = make("span", "cfw-badge", line);
  badge.setAttribute("aria-hidden", "true");
  const sentence = make("span", "cfw-sentence", line);
  const stop = button(line, "cancel", WORD + symbol("close"), "cfw-stop");
  const result = button(line, "result", WORD, "cfw-result");

  return {
    line,
    menu,

    get menuOpen() {
      return !menu.hidden;
    },

    /** @param {boolean} open */
    openMenu(open) {
      if (menu.hidden !== open) return false;
      menu.hidden = !open;
      dots.setAttribute("aria-expanded", String(open));
      (open ? winnable : dots).focus({ preventScroll: true });
      return true;
    },

    /**
     * @param {object} about
     * @param {State} about.state
     * @param {Search} about.search
     * @param {Say} about.say
     * @param {string} about.kernel
     * @param {boolean} about.full
     * @param {boolean} about.result
     */
    draw({ state, search, say, kernel, full: isFull, result: hasResult }) {
      const alive = kernel !== "gone";
      const plays = alive && state.status !== "won";
      /** @type {[Element, string, boolean, string?][]} the name, whether it can be used, the word on it where that is another */
      const buttons = [
        [fresh, "new-deal", alive, "new"], [undo, "undo", alive && state.undo], [redo, "redo", alive && state.redo],
        [hint, "hint", plays], [dots, "menu", true], [winnable, "winnable", plays], [dealWinnable, "deal-winnable", alive],
        [again, "restart", alive && (state.undo || state.redo)], [full, isFull ? "leave-full-screen" : "full-screen", true],
        [four, "four-colours", alive], [result, "result", true],
      ];
      for (const [element, key, can, word] of buttons) {
        label(element, say(key), say(word ?? key));
        // Not the disabled attribute: a button that loses the focus hands the player's next key to the notebook.
        element.setAttribute("aria-disabled", String(!can));
      }
      four.setAttribute("aria-checked", String(!!state.settings?.fourColours));
      bar.setAttribute("aria-label", state.title);
      menu.setAttribute("aria-label", say("menu"));
      write(name, state.title);
      write(deal, state.deal === null ? "" : say("deal", { n: state.deal }));
      write(score, state.score ?? "");
      for (const element of [moves, menuMoves]) writeMoves(element, say, state.ply);
      write(menuTitle, say("menu"));
      write(keysTitle, say("keys"));
      for (const row of rows) {
        write(row.name, say(`key-${row.key}`));
        write(row.does, say(`key-${row.key}-does`));
      }

      const message = state.message;
      const own = kernel === "gone" ? "no-kernel" : kernel === "waiting" ? "waiting" : "";
      line.dataset.kind = own || message.kind;
      // The number of a hint is that of the mark on its source.
      const sign = own ? "" : message.kind === "refusal" ? "?" : message.kind === "hint" && state.hint ? "1" : "";
      badge.hidden = !sign;
      write(badge, sign);
      write(sentence, own ? say(own) : message.text);
      sentence.title = sentence.textContent ?? "";
      const searching = alive && !!search.what;
      if (!searching && stop.matches(":focus")) hint.focus({ preventScroll: true });
      stop.hidden = !searching;
      label(stop, say("stop"), search.text ?? "");
      result.hidden = !hasResult;
    },
  };
}

/** @typedef {ReturnType<typeof createToolbar>} Toolbar */
