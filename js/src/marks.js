// Rings: what is chosen, where it may go, whom a refusal blames, what a hint means.

/** @import { State } from "./types.js" */
/** @import { Board } from "./board.js" */
/** @import { Hand } from "./hand.js" */
/** @import { Plan } from "./layout.js" */
import { attributes, wear } from "./make.js";

/** Each bows upwards, so that it passes over what lies between. @param {State} state @param {Plan} plan @param {HTMLElement} layer */
function drawArrows({ piles, arrows = [] }, plan, layer) {
  const paths = arrows.map((ends) => {
    const [x, y, toX, toY] = ends.flatMap((end) => {
      const spot = plan.spots.get(end) ?? plan.spots.get(piles[end]?.at(-1)?.[0] ?? "");
      const at = spot ?? plan.places.get(end) ?? { x: 0, y: 0 };
      // Of a covered card the upper strip is seen.
      return [at.x + plan.w / 2, at.y + (spot && spot.index < piles[spot.pile].length - 1 ? plan.w / 6 : plan.h / 2)];
    });
    const [bendX, bendY] = [(x + toX + toY - y) / 2, (y + toY - Math.abs(toX - x) / 2) / 2];
    const turn = Math.atan2(toY - bendY, toX - bendX) * 180 / Math.PI;
    return `<path d="M${x} ${y}Q${bendX} ${bendY} ${toX} ${toY}"/><path d="M12 0-14-13V13z" transform="translate(${toX} ${toY})rotate(${turn})"/>`;
  });
  layer.innerHTML = paths.length ? `<svg>${paths.join("")}</svg>` : "";
}

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
  const [source, target] = hint ? [hint.card ? board.card(hint.card) : receiver(hint.from), receiver(hint.to)] : [];
  /** @param {HTMLElement} element */
  const number = (element) => attributes(element, { "data-hint": element === source ? "1" : element === target ? "2" : null });
  const chosen = new Set(held && !held.dragged ? held.keys : []);
  const looked = new Set(state.marked);
  const blamed = new Set(blames ? state.message.blame : []);
  for (const [key, { element }] of board.cards) {
    const carried = !!held?.dragged && held.keys.includes(key);
    const is = chosen.has(key);
    const marks = {
      chosen: is, ring: is && key === held?.keys[0], held: carried, last: carried && key === held?.keys.at(-1),
      blamed: blamed.has(key), marked: looked.has(key), legal: false, near: false,
    };
    for (const [name, on] of Object.entries(marks)) wear(element, name, on);
    attributes(element, { "aria-pressed": element.getAttribute("role") === "button" ? String(is) : null });
    number(element);
  }
  drawArrows(state, plan, board.arrows);
  if (hint?.card) stretch(hint.card, piles[hint.from].at(-1)?.[0]);
  if (held && !held.dragged) stretch(held.keys[0], held.keys.at(-1));
  for (const pile of Object.keys(piles)) {
    const place = board.place(pile);
    if (!place) continue;
    place.classList.remove("cfw-legal", "cfw-near");
    number(place);
    const left = held?.dragged && held.pile === pile && piles[pile].length === held.keys.length;
    wear(place, "left", !!left);
    wear(place, "marked", looked.has(pile));
    if (!legal.includes(pile)) continue;
    receiver(pile)?.classList.add("cfw-legal");
    receiver(pile)?.classList.toggle("cfw-near", pile === near);
  }
}
