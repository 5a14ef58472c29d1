// Cards under the pointer. The pointer is captured by the felt, not by the card, and cards in the hand are left
// alone when the board is drawn anew.

/** @import { Board } from "./board.js" */
/** @import { Hand } from "./hand.js" */
/** @import { Plan } from "./layout.js" */
import { dropPile } from "./layout.js";
import { on, prevent, wear } from "./make.js";

const THRESHOLD = 5;
/** Held down so long without moving, a covered card shows itself. */
const PEEK = 400;

/**
 * @param {Board} board
 * @param {Hand} hand
 * @param {object} table
 * @param {() => Plan | null} table.plan
 * @param {() => void} table.touched any press at all
 * @param {(near: string | null) => void} table.near
 * @param {(key: string | null) => void} table.peek
 * @param {(pile: string | null, legal: boolean) => void} table.drop
 * @param {(pile: string | null, key: string | null) => void} table.press
 * @param {(key: string | null, pile: string) => void} table.focus
 * @param {AbortSignal} signal
 */
export function createDrag(board, hand, table, signal) {
  const { felt } = board;
  /**
   * @typedef {object} Grip
   * @property {number} id
   * @property {string | null} key
   * @property {string | null} pile
   * @property {{ x: number, y: number }} start
   * @property {{ x: number, y: number }} offset
   * @property {boolean} idle moved, but nothing there to lift
   */
  /** @type {Grip | null} */
  let grip = null;
  /** @type {number[]} */
  let fall = [];
  let carrying = false;
  let peeking = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let pressed;

  /** @param {{ x: number, y: number }} point */
  function target(point) {
    const plan = table.plan();
    if (!grip || !plan || !hand.held) return null;
    const card = { x: point.x - grip.offset.x, y: point.y - grip.offset.y, w: plan.w, h: plan.h };
    return dropPile(plan, card, hand.legal, hand.held.pile);
  }

  /** @param {PointerEvent} event */
  function lift(event) {
    const plan = table.plan();
    if (!grip?.key || !plan || !hand.take(grip.key, true) || !hand.held) return false;
    const spots = hand.held.keys.map((key) => plan.spots.get(key));
    const first = spots[0];
    if (!first) return !hand.put();
    fall = spots.map((spot) => (spot ? spot.y - first.y : 0));
    grip.offset = { x: grip.start.x - first.x, y: grip.start.y - first.y };
    carrying = true;
    wear(felt, "carrying", true);
    carry(event);
    return true;
  }

  /** @param {PointerEvent} event */
  function carry(event) {
    if (!grip || !hand.held) return;
    const point = board.point(event);
    board.carry(hand.held.keys, point.x - grip.offset.x, point.y - grip.offset.y, fall);
    const over = target(point);
    table.near(over?.legal ? over.pile : null);
  }

  /** Ends what a long press shows. */
  function rest() {
    clearTimeout(pressed);
    if (peeking) table.peek(null);
    peeking = false;
  }

  function release() {
    if (grip && felt.hasPointerCapture(grip.id)) felt.releasePointerCapture(grip.id);
    grip = null;
    carrying = false;
    wear(felt, "carrying", false);
  }

  /** Buttons on the felt are none of our business. @param {Event} event */
  const mine = (event) => !(/** @type {Element} */ (event.composedPath()[0]).closest?.("button, .cfw-win-card"));

  on(felt, "pointerdown", (/** @type {PointerEvent} */ event) => {
    if (grip || event.button !== 0 || !mine(event)) return;
    table.touched();
    const found = board.under(event);
    const point = board.point(event);
    grip = { id: event.pointerId, key: found?.key ?? null, pile: found?.pile ?? null, start: point, offset: { x: 0, y: 0 }, idle: false };
    felt.setPointerCapture(event.pointerId);
    const key = grip.key;
    pressed = setTimeout(() => {
      peeking = key !== null;
      table.peek(key);
    }, PEEK);
    if (found) table.focus(found.key, found.pile);
  }, signal);

  on(felt, "pointermove", (/** @type {PointerEvent} */ event) => {
    if (!grip || event.pointerId !== grip.id) return;
    if (carrying) return carry(event);
    const point = board.point(event);
    if (grip.idle || Math.hypot(point.x - grip.start.x, point.y - grip.start.y) <= THRESHOLD) return;
    rest();
    if (!lift(event)) grip.idle = true;
  }, signal);

  on(felt, "pointerup", (/** @type {PointerEvent} */ event) => {
    if (!grip || event.pointerId !== grip.id) return;
    const { key, pile, idle } = grip;
    const point = board.point(event);
    const peeked = peeking;
    rest();
    if (peeked) return release();
    if (carrying) {
      const to = hand.sound ? target(point) : null;
      release();
      table.drop(to?.pile ?? null, to?.legal ?? false);
    } else {
      release();
      const plan = table.plan();
      const tray = plan?.tray;
      const inTray = tray && point.x >= tray.x && point.x <= tray.x + tray.w && point.y >= tray.y && point.y <= tray.y + tray.h;
      if (!idle || pile === "S") table.press(pile ?? (inTray ? "F" : null), key);
    }
  }, signal);

  /** @param {PointerEvent} event */
  const lost = (event) => {
    if (!grip || event.pointerId !== grip.id) return;
    const wasCarrying = carrying;
    rest();
    release();
    if (wasCarrying) table.drop(null, false);
  };
  on(felt, "pointercancel", lost, signal);
  on(felt, "lostpointercapture", lost, signal);

  // The focus goes to the card itself; what the browser would do instead is to select text or drag a picture.
  on(felt, "mousedown", (/** @type {MouseEvent} */ event) => {
    if (mine(event)) prevent(event);
  }, signal);
  on(felt, "dragstart", prevent, signal);
  on(felt, "contextmenu", (/** @type {Event} */ event) => {
    if (grip) prevent(event);
  }, signal);

  return {
    get carrying() {
      return carrying;
    },
    /** Lets go without dropping; the cards go home. */
    cancel() {
      release();
      table.drop(null, false);
    },
  };
}

/** @typedef {ReturnType<typeof createDrag>} Drag */
