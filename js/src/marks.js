// Rings: what is chosen, where it may go, whom a refusal blames, what a hint means.

/** @import { State } from "./types.js" */
/** @import { Board } from "./board.js" */
/** @import { Hand } from "./hand.js" */
/** @import { Plan } from "./layout.js" */
import { attributes } from "./board.js";

/**
 * @param {object} about
 * @param {State} about.state
 * @param {Plan} about.plan
 * @param {Board} about.board
 * @param {Hand} about.hand
 * @param {string | null} about.near the pile that a card in the hand is over
 * @param {boolean} about.blames whether the message's blame still stands
 */
export function drawMarks({ state, plan, board, hand, near, blames }) {
  const { piles } = state;
  const { held, legal } = hand;
  /** The card or place that takes what comes to a pile. @param {string} pile */
  const receiver = (pile) => board.card(piles[pile].at(-1)?.[0] ?? "") ?? board.place(pile);
  /** How far the ring round a run goes on below its deepest card. @param {string} first @param {string | undefined} last */
  const stretch = (first, last) => {
    const [top, end] = [plan.spots.get(first), plan.spots.get(last ?? "")];
    board.card(first)?.style.setProperty("--cfw-run", `${top && end ? end.y - top.y : 0}px`);
  };
  const hint = state.moves.find(({ move }) => move === state.hint);
  const [source, target] = hint ? [hint.card === null ? receiver(hint.from) : board.card(hint.card), receiver(hint.to)] : [];
  /** @param {HTMLElement} element */
  const number = (element) => attributes(element, { "data-hint": element === source ? "1" : element === target ? "2" : null });
  const chosen = new Set(held && !held.dragged ? held.keys : []);
  const blamed = new Set(blames ? state.message.blame : []);
  for (const [key, { element }] of board.cards) {
    const carried = !!held?.dragged && held.keys.includes(key);
    const is = chosen.has(key);
    const marks = {
      chosen: is, ring: is && key === held?.keys[0], held: carried, last: carried && key === held?.keys.at(-1),
      blamed: blamed.has(key), legal: false, near: false,
    };
    for (const [name, on] of Object.entries(marks)) element.classList.toggle(`cfw-${name}`, on);
    attributes(element, { "aria-pressed": element.getAttribute("role") === "button" ? String(is) : null });
    number(element);
  }
  if (hint?.card) stretch(hint.card, piles[hint.from].at(-1)?.[0]);
  if (held && !held.dragged) stretch(held.keys[0], held.keys.at(-1));
  for (const pile of Object.keys(piles)) {
    const place = board.place(pile);
    if (!place) continue;
    place.classList.remove("cfw-legal", "cfw-near");
    number(place);
    const left = held?.dragged && held.pile === pile && piles[pile].length === held.keys.length;
    place.classList.toggle("cfw-left", !!left);
    if (!legal.includes(pile)) continue;
    receiver(pile)?.classList.add("cfw-legal");
    receiver(pile)?.classList.toggle("cfw-near", pile === near);
  }
}
