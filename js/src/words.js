// Words come from the kernel's table, in the board's language; here they are only looked up and put together.

/** @import { Say, State } from "./types.js" */

/**
 * Looks up `key-1` instead where the number n is one and the table has that.
 * @param {Record<string, string>} table
 * @returns {Say}
 */
export function speaker(table) {
  return (key, fill = {}) => {
    const found = (fill.n === 1 ? table[`${key}-1`] : undefined) ?? table[key] ?? key;
    return found.replace(/\{(\w+)\}/g, (whole, name) => (name in fill ? String(fill[name]) : whole));
  };
}

/** @param {string} text */
const capital = (text) => text.charAt(0).toLocaleUpperCase() + text.slice(1);

export const RANKS = "A23456789TJQK";

/** @param {number} base */
export const rankLetter = (base) => RANKS[base - 1] ?? "";

/** @param {Say} say @param {string | null} face */
export function cardName(say, face) {
  if (face === null) return say("face-down");
  return capital(say("card", { rank: say(`rank-${face[0]}`), suit: say(`suit-${face.slice(-1)}`) }));
}

/** @param {Say} say @param {string} pile */
export function pileName(say, pile) {
  const n = Number(pile.slice(1));
  if (pile[0] === "F") return say("foundation-n", { n });
  if (pile[0] === "T") return say("column-n", { n });
  if (pile[0] === "B") return say("bank", { n });
  if (pile[0] === "R") return n ? say("reserve-n", { n }) : say("reserve");
  return say(pile === "S" ? "stock" : "waste");
}

/**
 * The name of a pile's place.
 * @param {Say} say @param {State} state @param {string} pile @param {boolean} turns the stock can be made from the waste
 */
export function placeName(say, state, pile, turns) {
  const name = capital(pileName(say, pile));
  const n = state.piles[pile].length;
  if (n) return say("pile-cards", { pile: name, n });
  if (pile === "S" && turns) return say("stock-turn", { pile: name });
  if (pile[0] === "F" && state.base) {
    return say("foundation-base", { pile: name, rank: say(`rank-${rankLetter(state.base)}`) });
  }
  return say("pile-empty", { pile: name });
}

/**
 * A card with its whereabouts.
 * @param {Say} say @param {State} state @param {string} pile @param {number} index
 */
export function cardPlaceName(say, state, pile, index) {
  const cards = state.piles[pile];
  const card = cardName(say, cards[index][1]);
  const fill = { card, pile: pileName(say, pile), n: index + 1, of: cards.length };
  return say("TR".includes(pile[0]) ? "card-at" : "card-on", fill);
}
