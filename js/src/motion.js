// How cards get from one place to the next. Only transform and opacity move; a new way starts from where the card
// is at that moment, so nothing ever has to wait for an animation.

import { back } from "./faces.js";
import { make, on } from "./make.js";

/** @typedef {{ duration: number, delay: number, turn: boolean, land: boolean, z?: number }} Journey `z` is how far in front it waits */
/** @typedef {{ pile: string, x: number, y: number }} Stay */

const EASE = "cubic-bezier(.2,.8,.2,1)";

/**
 * Durations of look.md, section 5, for a batch of cards that changed their places together.
 * @param {{ key: string, was: Stay, now: Stay, loose: boolean }[]} moved in the order of their piles
 * @param {{ w: number, backwards: boolean, deal: boolean, shown?: string[], pace?: number }} about
 * @returns {Map<string, Journey>}
 */
export function journeys(moved, { w, backwards, deal, shown = [], pace: beat = 0 }) {
  /** @type {Map<string, Journey>} */
  const found = new Map();
  const pace = backwards ? 0.8 : 1;
  const others = moved.some(({ was, now }) => was.pile[0] !== "R" && was.pile !== now.pile && now.pile[0] !== "R");
  const dealt = moved.filter(({ now }) => now.pile[0] === "T").length;
  const apart = Math.min(45, 400 / Math.max(1, dealt));
  /** @type {Map<string, number>} */
  const before = new Map();
  for (const { key, was, now, loose } of moved) {
    const way = was.pile[0] + now.pile[0];
    const order = before.get(way + now.pile) ?? 0;
    before.set(way + now.pile, order + 1);
    const land = now.pile[0] === "F" && was.pile[0] !== "F";
    const far = Math.hypot(now.x - was.x, now.y - was.y) / w;
    let [duration, delay, turn] = [Math.min(260, 140 + 20 * far), 12 * order, false];
    if (deal) {
      const column = before.get("columns") ?? 0;
      if (now.pile[0] === "T") before.set("columns", column + 1);
      turn = true;
      [duration, delay] = now.pile[0] === "R" ? [260, 0] : now.pile[0] === "F" ? [200, 180] : [200, 300 + apart * column];
    } else if (loose) {
      [duration, delay] = was.pile === now.pile ? [200, 0] : [120, 0];
    } else if (way === "SW") {
      [duration, delay, turn] = backwards ? [240, 0, true] : [160, 50 * order, true];
    } else if (way === "WS") {
      [duration, delay, turn] = [backwards ? 160 : 240, 0, true];
    } else if (way === "RT" && others && !backwards) {
      [duration, delay] = [220, 90];
    }
    const turned = shown.indexOf(key);
    if (turned >= 0) [duration, delay] = [220, 200 + beat * turned];
    // Whoever goes first lies in front until then.
    const z = turned < 0 ? undefined : 9000 - turned;
    found.set(key, { duration: duration * pace, delay: delay * pace, turn, land, z });
  }
  return found;
}

/** @param {AbortSignal} signal */
export function createMotion(signal) {
  const calm = window.matchMedia?.("(prefers-reduced-motion: reduce)");
  /** @type {Map<Element, Animation[]>} */
  const running = new Map();

  /** @param {Element} element */
  const halt = (element) => {
    for (const animation of running.get(element) ?? []) animation.cancel();
    running.delete(element);
  };

  /** @param {Element} element @param {Animation} animation @param {() => void} [after] */
  const follow = (element, animation, after) => {
    running.set(element, [...(running.get(element) ?? []), animation]);
    const ended = () => {
      const left = (running.get(element) ?? []).filter((each) => each !== animation);
      if (left.length) running.set(element, left);
      else running.delete(element);
      after?.();
    };
    animation.addEventListener("finish", ended, { once: true });
    animation.addEventListener("cancel", () => after?.(), { once: true });
  };

  const motion = {
    get still() {
      return calm?.matches ?? false;
    },

    /**
     * Where the eye sees the card now.
     * @param {HTMLElement} element
     */
    where(element) {
      return running.has(element) ? getComputedStyle(element).transform : element.style.transform;
    },

    /**
     * @param {HTMLElement} element its style already says where it ends
     * @param {string} from transform at the start
     * @param {Journey} journey
     * @param {{ closing?: boolean, after?: () => void }} [more]
     */
    glide(element, from, { duration, delay, turn, land, z }, { closing = false, after } = {}) {
      halt(element);
      if (motion.still || !element.animate) return after?.();
      const to = element.style.transform;
      const zIndex = String(5000 + Number(element.style.zIndex || 0));
      const options = { duration, delay, easing: EASE, fill: /** @type {const} */ ("backwards") };
      let frames = [{ transform: from, zIndex: String(z ?? zIndex) }, { transform: to, zIndex }];
      if (turn) {
        const [start, end] = [new DOMMatrix(from), new DOMMatrix(to)];
        const middle = `translate(${(start.e + end.e) / 2}px, ${(start.f + end.f) / 2}px) scaleX(0)`;
        frames = [frames[0], { transform: middle, zIndex }, frames[1]];
        const cover = make("div", "cfw-cover", element);
        cover.innerHTML = back();
        const [first, last] = closing ? [0, 1] : [1, 0];
        const opening = cover.animate([{ opacity: first, easing: "step-end" }, { opacity: last, offset: 0.5 }, { opacity: last }],
          { ...options, easing: "linear" });
        follow(cover, opening, () => cover.remove());
      }
      follow(element, element.animate(frames, options), after);
      if (land) {
        const sheet = element.firstElementChild;
        if (sheet) {
          follow(sheet, sheet.animate([{ transform: "none" }, { transform: "scale(1.04)" }, { transform: "none" }],
            { duration: 120, delay: delay + duration }));
        }
      }
    },

    /**
     * @param {HTMLElement} element
     * @param {Keyframe[]} frames
     * @param {KeyframeAnimationOptions} options
     * @param {() => void} [after]
     */
    play(element, frames, options, after) {
      if (motion.still || !element.animate) return after?.();
      follow(element, element.animate(frames, options), after);
    },

    halt,

    /** Any press ends what is still moving. */
    finish() {
      for (const animations of running.values()) for (const animation of animations) animation.finish();
    },
  };

  on(signal, "abort", () => {
    for (const element of running.keys()) halt(element);
  });
  return motion;
}

/** @typedef {ReturnType<typeof createMotion>} Motion */
