// What the kernel's list of legal moves says, and how a wish is spelt. No rule lives here.

/** @import { Move, State } from "./types.js" */

/** @param {string} pile */
export const kind = (pile) => pile[0];

/**
 * Where each card lies.
 * @param {State} state
 */
export function census(state) {
  /** @type {Map<string, { pile: string, index: number, face: string | null }>} */
  const found = new Map();
  for (const [pile, cards] of Object.entries(state.piles)) {
    cards.forEach(([key, face], index) => found.set(key, { pile, index, face }));
  }
  return found;
}

/**
 * The cards that come along when this one is lifted, deepest first; none if it cannot be taken in hand at all.
 * Whether they may go anywhere is not asked: the kernel has a sentence for that.
 * @param {State} state @param {string} key
 * @returns {{ pile: string, keys: string[] } | null}
 */
export function lift(state, key) {
  const at = census(state).get(key);
  if (!at || at.face === null) return null;
  const cards = state.piles[at.pile];
  const top = at.index === cards.length - 1;
  if (kind(at.pile) === "B") return { pile: at.pile, keys: [key] };
  if ((kind(at.pile) === "S" && !state.free) || (kind(at.pile) !== "T" && !top)) return null;
  return { pile: at.pile, keys: cards.slice(at.index).map(([each]) => each) };
}

/**
 * The piles where this card may go.
 * @param {State} state @param {string} key
 * @returns {Move[]}
 */
export function targets(state, key) {
  const from = census(state).get(key)?.pile ?? "";
  if (state.free) {
    const count = lift(state, key)?.keys.length ?? 1;
    return Object.keys(state.piles).filter((to) => to !== from).map((to) => ({ move: token(state, from, count, to), from, to, card: key, count }));
  }
  if (kind(from) !== "F") return state.moves.filter((move) => move.card === key);
  // Foundations with equal tops are equal: the list names one of them.
  const source = token(state, from, 1, "");
  return state.moves.filter((move) => move.move.startsWith(source));
}

/**
 * The deal or the redeal, whichever is legal.
 * @param {State} state
 */
export function stockMove(state) {
  return state.moves.find((move) => !move.card);
}

/** @param {State} state */
export function redealWaits(state) {
  return stockMove(state)?.from === "W";
}

/**
 * The token for a wish that may be illegal.
 * @param {State} state @param {string} from @param {number} count @param {string} to
 */
export function token(state, from, count, to) {
  const top = state.piles[from].at(-1)?.[1] ?? "";
  const source = kind(from) === "F" ? "F" + top.slice(-1) + top.slice(0, -1) : from;
  return `${source}-${kind(to) === "F" ? "F" : to}${count > 1 ? `x${count}` : ""}`;
}
