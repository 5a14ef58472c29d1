// The bar above the board and the message line below it.

/** @import { Say, Search, State } from "./types.js" */
import { symbol } from "./faces.js";
import { attributes, focusOn, make, mute, on, write } from "./make.js";

/** @typedef {"new" | "undo" | "redo" | "hint" | "winnable" | "cancel" | "finish"} Request asked of the kernel as it is */
/** @typedef {Request | "menu" | "moves" | "help" | "pause" | "result"} Action */

const WORD = '<span class="cfw-word"></span>';

/**
 * @param {HTMLElement} root
 * @param {(action: Action) => void} act
 * @param {AbortSignal} signal
 */
export function createToolbar(root, act, signal) {
  const bar = make("div", "cfw-bar", root);
  attributes(bar, { role: "toolbar" });

  /** @param {Element} parent @param {Action} action @param {string} inside @param {string} look */
  const button = (parent, action, inside, look) => {
    const element = make("button", look, parent);
    attributes(element, { type: "button" });
    element.dataset.do = action;
    element.innerHTML = inside;
    on(element, "click", () => {
      if (element.getAttribute("aria-disabled") !== "true") act(action);
    }, signal);
    return element;
  };

  const left = make("div", "cfw-group", bar);
  const fresh = button(left, "new", symbol("new") + WORD, "cfw-button");
  make("i", "cfw-rule", left);
  const undo = button(left, "undo", symbol("undo"), "cfw-button");
  const redo = button(left, "redo", symbol("redo"), "cfw-button");
  make("i", "cfw-rule", left);
  const hint = button(left, "hint", symbol("hint") + WORD, "cfw-button");
  const title = button(bar, "help", "", "cfw-button cfw-title");
  const name = make("b", "cfw-name", title);
  const deal = make("span", "cfw-deal", title);
  const ask = make("i", "cfw-ask", title);
  mute(ask);
  write(ask, "?");
  const right = make("div", "cfw-group", bar);
  const score = make("span", "cfw-score", right);
  const time = make("span", "cfw-time", right);
  mute(time);
  const moves = make("span", "cfw-moves", right);
  const dots = button(right, "menu", symbol("menu"), "cfw-button");

  attributes(dots, { "aria-haspopup": "dialog" });

  /** Whoever speaks to the page says the word that is seen. @param {Element} element @param {string} text @param {string} word @param {string} [name] */
  const label = (element, text, word, name = word) => {
    const place = element.querySelector(".cfw-word");
    if (place) write(place, word);
    if (element.getAttribute("aria-label") !== name) attributes(element, { "aria-label": name, title: text });
  };
  /** @param {Element} element @param {Say} say @param {number} n */
  const writeMoves = (element, say, n) => {
    const [before, after] = say("moves", { n }).split(String(n));
    if (element.textContent === `${before}${n}${after}`) return;
    const figure = make("b", "");
    write(figure, String(n));
    element.replaceChildren(before, figure, after);
  };

  const line = make("div", "cfw-line", root);
  const badge = make("span", "cfw-badge", line);
  mute(badge);
  const sentence = make("span", "cfw-sentence", line);
  const stop = button(line, "cancel", WORD + symbol("close"), "cfw-stop");
  const finish = button(line, "finish", WORD, "cfw-result");
  const result = button(line, "result", WORD, "cfw-result");

  return {
    line,

    /** The time stands by itself: it changes without a state. @param {string} text */
    drawTime(text) {
      write(time, text);
    },

    /** Where the focus goes when the panel closes. */
    focusMenu() {
      focusOn(dots);
    },

    /**
     * @param {object} about
     * @param {State} about.state
     * @param {Search} about.search
     * @param {Say} about.say
     * @param {string} about.kernel
     * @param {boolean} about.open whether the panel is
     * @param {boolean} about.result
     */
    draw({ state, search, say, kernel, open, result: hasResult }) {
      const alive = kernel !== "gone";
      const plays = alive && state.status !== "won";
      /** @type {[Element, string, boolean, string?][]} the name, whether it can be used, the word on it where that is another */
      const buttons = [
        [fresh, "new-deal", alive, "new"], [undo, "undo", alive && state.undo], [redo, "redo", alive && state.redo],
        [hint, "hint", plays], [dots, "menu", true], [result, "result", true], [finish, "finish", alive],
      ];
      for (const [element, key, can, word] of buttons) {
        label(element, say(key), say(word ?? key));
        // Not the disabled attribute: a button that loses the focus hands the player's next key to the notebook.
        attributes(element, { "aria-disabled": String(!can) });
      }
      attributes(dots, { "aria-expanded": String(open) });
      attributes(bar, { "aria-label": state.title });
      const { allow } = state;
      for (const element of [undo, redo]) element.hidden = !!allow && !allow.includes("undo");
      fresh.hidden = !!allow && !allow.includes("new");
      hint.hidden = !!allow && !allow.includes("hints");
      write(name, state.title);
      title.title = say("help");
      write(deal, state.deal == null ? "" : say("deal", { n: state.deal }));
      write(score, state.score ?? "");
      writeMoves(moves, say, state.ply);

      const message = state.message;
      const own = kernel === "gone" ? "no-kernel" : kernel === "waiting" ? "waiting" : "";
      line.dataset.kind = own || message.kind;
      // The number of a hint is that of the mark on its source.
      const sign = own ? "" : message.kind === "refusal" ? "?" : message.kind === "hint" && state.hint ? "1" : "";
      badge.hidden = !sign;
      write(badge, sign);
      write(sentence, own ? say(own) : message.text);
      sentence.title = sentence.textContent ?? "";
      label(stop, say("stop"), search.text ?? "", say("stop"));
      for (const [element, shows] of /** @type {[HTMLElement, unknown][]} */ ([
        [stop, alive && search.what], [result, hasResult], [finish, state.finish && plays],
      ])) {
        if (!shows && element.matches(":focus")) focusOn(hint.hidden ? dots : hint);
        element.hidden = !shows;
      }
    },
  };
}

/** @typedef {ReturnType<typeof createToolbar>} Toolbar */
