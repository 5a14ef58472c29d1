// The end of a game that was won: stars and suits from the middle outwards, and a paper card with the figures.

/** @import { Say, State } from "./types.js" */
/** @import { Plan } from "./layout.js" */
/** @import { Motion } from "./motion.js" */
import { star, suit } from "./faces.js";
import { attributes, focusOn, make, on, write } from "./make.js";

const PIECES = 90;
const GOLDEN_ANGLE = (137.5 * Math.PI) / 180;
const SUITS = /** @type {const} */ (["S", "H", "D", "C"]);

/**
 * @param {HTMLElement} felt
 * @param {Motion} motion
 * @param {(action: "new" | "look") => void} act
 * @param {AbortSignal} signal
 */
export function createWin(felt, motion, act, signal) {
  const layer = make("div", "cfw-win", felt);
  layer.hidden = true;
  layer.innerHTML = '<div class="cfw-glow"></div><div class="cfw-stars" aria-hidden="true"></div>'
    + '<div class="cfw-win-card" role="group"><div class="cfw-suits" aria-hidden="true"></div><div class="cfw-won-word" role="heading" aria-level="2"></div>'
    + '<div class="cfw-won-deal"></div><div class="cfw-figures"></div>'
    + '<div class="cfw-choices"><button type="button" class="cfw-main"></button><button type="button" class="cfw-other"></button></div></div>';
  /** @param {string} selector */
  const find = (selector) => /** @type {HTMLElement} */ (layer.querySelector(selector));
  const stars = find(".cfw-stars");
  const card = find(".cfw-win-card");
  find(".cfw-suits").innerHTML = SUITS.map(suit).join("");
  on(find(".cfw-main"), "click", () => act("new"), signal);
  on(find(".cfw-other"), "click", () => act("look"), signal);

  /** @param {number} width @param {number} height @param {number} x @param {number} y */
  function scatter(width, height, x, y) {
    const [farX, farY] = [Math.max(x, width - x), Math.max(y, height - y)];
    stars.replaceChildren(...Array.from({ length: PIECES }, (_, i) => {
      const piece = make("div", i % 6 === 5 ? "cfw-piece cfw-piece-can" : "cfw-piece");
      const out = Math.sqrt((i + 3) / (PIECES + 3));
      const size = Math.round((30 - 18 * out) * (i % 3 === 1 ? 0.8 : 1) * (i % 6 === 5 ? 0.65 : 1));
      const [dx, dy] = [out * farX * Math.cos(i * GOLDEN_ANGLE), out * farY * Math.sin(i * GOLDEN_ANGLE)];
      piece.innerHTML = i % 3 === 1 ? suit(SUITS[Math.floor(i / 3) % 4]) : star();
      piece.style.cssText = `width:${size}px;height:${size}px;left:${x - size / 2}px;top:${y - size / 2}px;opacity:${1 - 0.55 * out}`;
      piece.style.transform = `translate(${dx}px, ${dy}px) rotate(${(i * 47) % 70 - 35}deg)`;
      return piece;
    }));
  }

  const win = {
    get open() {
      return !layer.hidden;
    },

    /** Height the board must have for the card to lie below the foundations. @param {Plan} plan */
    needs: (plan) => plan.tray.y + plan.tray.h + 10 + 290 + Math.round(0.34 * plan.w),

    /**
     * @param {object} about
     * @param {State} about.state
     * @param {Say} about.say
     * @param {Plan} about.plan
     * @param {number} about.width
     * @param {number} about.height
     * @param {boolean} about.animated
     */
    show({ state, say, plan, width, height, animated }) {
      const top = plan.tray.y + plan.tray.h + 10;
      card.style.top = `${top}px`;
      attributes(card, { "aria-label": say("won") });
      write(find(".cfw-won-word"), say("won"));
      write(find(".cfw-won-deal"), state.deal == null ? state.title : say("won-deal", { title: state.title, n: state.deal }));
      const figures = state.result ?? [[String(state.ply), say("figure-moves", { n: state.ply })]];
      find(".cfw-figures").replaceChildren(...figures.map(([value, word]) => {
        const figure = make("div", "");
        write(make("b", "", figure), value);
        write(make("span", "", figure), word);
        return figure;
      }));
      write(find(".cfw-main"), say("new-deal"));
      write(find(".cfw-other"), say("look"));
      layer.style.setProperty("--cfw-glow-y", `${top + 123}px`);
      scatter(width, height, width / 2, top + 123);
      layer.hidden = false;
      if (!animated || motion.still) return;
      for (const piece of /** @type {NodeListOf<HTMLElement>} */ (stars.querySelectorAll(".cfw-piece"))) {
        motion.play(piece, [{ transform: "translate(0, 0) scale(.2)", opacity: 0 }, {}],
          { duration: 900, delay: 250, easing: "cubic-bezier(.1,.8,.3,1)", fill: "backwards" });
      }
      motion.play(card, [{ transform: "translate(-50%, 12px)", opacity: 0 }, {}],
        { duration: 220, delay: 250, easing: "ease-out", fill: "backwards" });
      motion.play(find(".cfw-glow"), [{ opacity: 0 }, {}], { duration: 900, delay: 250, fill: "backwards" });
    },

    hide() {
      layer.hidden = true;
      stars.replaceChildren();
    },

    focus() {
      focusOn(find(".cfw-main"));
    },
  };
  return win;
}

/** @typedef {ReturnType<typeof createWin>} Win */
