// How long the board has been in sight. What a page tells is a sum that only grows; Python decides what counts.

import { on } from "./make.js";

/** Milliseconds since the page began. */
export const now = () => performance.now();

const TICK = 1000;
/** A longer step is a page that slept. */
const LONGEST = 1500;

/** @param {AbortSignal} signal */
export function createClock(signal) {
  /** @type {Set<object>} views that are on the screen */
  const seen = new Set();
  let total = 0;
  let last = now();
  let away = document.hidden;

  function count() {
    const time = now();
    if (seen.size && !away) total += Math.min(time - last, LONGEST);
    last = time;
    return Math.round(total);
  }
  const timer = setInterval(count, TICK);
  on(document, "visibilitychange", () => {
    count();
    away = document.hidden;
  }, signal);
  on(signal, "abort", () => clearInterval(timer));

  return {
    count,
    /** @param {object} view @param {boolean} visible */
    see(view, visible) {
      count();
      if (visible) seen.add(view);
      else seen.delete(view);
    },
  };
}

/**
 * Minutes and seconds, with hours where there are any.
 * @param {number} ms
 */
export function timeText(ms) {
  const seconds = Math.floor(ms / 1000);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** @typedef {ReturnType<typeof createClock>} Clock */
