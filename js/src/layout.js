// Where everything lies, from the shape of the game, the lengths of the piles and the width. Pure arithmetic:
// the same sizes always come out of the same table. Everything is a multiple of the card's width w.

/** @import { Card, Rect, Shape } from "./types.js" */
import { RANKS } from "./words.js";

const { ceil, floor, hypot, max, min, round } = Math;

/**
 * @typedef {object} Spot where a card lies
 * @property {number} x
 * @property {number} y
 * @property {number} z
 * @property {string} pile
 * @property {number} index
 * @property {boolean} plain a back that is all but covered
 */

/**
 * @typedef {object} Plan
 * @property {number} w
 * @property {number} h
 * @property {boolean} small the small face
 * @property {boolean} tall the left block has a row of its own
 * @property {number} height what the board needs
 * @property {Rect} tray
 * @property {Map<string, Rect>} places
 * @property {Map<string, Spot>} spots by key, for the cards that can be seen
 * @property {string[][]} rows names of piles as they stand
 * @property {Map<string, { x: number, y: number }>} counts middle of the line under a pile
 */

/**
 * @typedef {object} Table
 * @property {Shape} shape
 * @property {Record<string, Card[]>} piles
 * @property {number} fan
 */

const WIDEST = 100;
const LARGE = 140;
const NARROWEST = 40;
const SMALL_FACE = 60;
const HIGH = 1.4;
const ABOVE = 0.22;
const BETWEEN = 0.3;
const BELOW = 0.34;
const TUCK = 0.78;
const LONGEST = 4.4;
const LEAST_STRIP = 0.29;
const LEAST_BOARD = 4.7;
const STAIRS = 1.06;

/**
 * Gaps by the room there is: between piles, waste step, gutter, margin.
 * @param {number} width @param {number} across
 */
export function gaps(width, across) {
  if (width < 480) return { g: 0.13, f: 0.37, gutter: 0.3, margin: 0.14 };
  if (across >= 7) return { g: 0.12, f: 0.46, gutter: 0.4, margin: 0.2 };
  return { g: 0.16, f: 0.47, gutter: 0.5, margin: width < 720 ? 0.21 : 0.24 };
}

/**
 * Foundations stand over the columns, in as many equal rows as it takes.
 * @param {Shape} shape
 */
export function foundationRows(shape) {
  const across = max(shape.columns, 4);
  const rows = ceil(shape.foundations / across);
  return { rows, each: ceil(shape.foundations / rows), across };
}

/**
 * Distance from each card of a column to the next. Cards that lie face down give way first.
 * @param {Card[]} cards @param {boolean} small
 */
export function columnSteps(cards, small) {
  const under = cards.slice(0, -1);
  const up = small ? 0.43 : 0.35;
  const faceUp = under.filter(([, face]) => face !== null).length;
  const faceDown = under.length - faceUp;
  const room = (small ? 5.6 : LONGEST) - HIGH;
  const down = faceDown ? min(0.16, max(0.06, (room - faceUp * up) / faceDown)) : 0;
  const step = small || !faceUp ? up : min(up, max(LEAST_STRIP, (room - faceDown * down) / faceUp));
  return under.map(([, face]) => (face === null ? down : step));
}

/**
 * @param {Table} table
 * @param {number} width inside the board's own line
 * @param {{ large?: boolean, mirrored?: boolean }} [wishes]
 * @returns {Plan}
 */
export function layout({ shape, piles, fan }, width, { large = false, mirrored = false } = {}) {
  const { rows, each, across } = foundationRows(shape);
  const { g, f, gutter, margin } = gaps(width, across);
  const left = 1 + g + 1 + 2 * f;
  const right = across + (across - 1) * g;
  const beside = left + gutter + right + 2 * margin;
  const tall = floor(width / beside) < NARROWEST;
  const reserveRoom = shape.reserves > 1 ? shape.reserves * (1 + g) : 1 + STAIRS + g;
  const units = tall ? max(right, left + reserveRoom) + 2 * margin : beside;
  const w = max(1, min(large ? LARGE : WIDEST, floor(width / units)));
  const small = w < SMALL_FACE;
  const h = round(HIGH * w);
  const spare = width - units * w;
  const wider = tall ? 0 : min(0.5 * w, spare / 2);
  const x0 = margin * w + (spare - wider) / 2;
  const xRight = tall ? x0 : x0 + (left + gutter) * w + wider;
  const xWaste = x0 + (1 + g) * w;
  const yTop = ABOVE * w;
  const letDown = shape.reserveFace === "all";
  const strip = small ? 0.4 : LEAST_STRIP;
  const hang = letDown && shape.reserves > 1 ? (shape.reserveSize - 1) * strip : 0;
  const yFoundations = tall ? yTop + (HIGH + hang + BETWEEN) * w : yTop;
  const yColumns = yFoundations + (HIGH + (rows - 1) * TUCK + BETWEEN) * w;
  const yReserve = tall ? yTop : yColumns;

  /** @type {Plan["places"]} */
  const places = new Map();
  /** @type {Plan["spots"]} */
  const spots = new Map();
  /** @type {Plan["counts"]} */
  const counts = new Map();
  let lowest = 0;

  const named = Object.keys(piles);
  /** @param {string} letter */
  const of = (letter) => named.filter((name) => name[0] === letter).sort((a, b) => Number(a.slice(1)) - Number(b.slice(1)));
  const [foundations, columns, reserves] = [of("F"), of("T"), of("R")];

  /** @param {string} pile @param {number} x @param {number} y */
  const place = (pile, x, y) => {
    places.set(pile, { x: round(x), y: round(y), w, h });
    lowest = max(lowest, y + h);
  };
  /** @param {string} pile @param {number} index @param {number} x @param {number} y */
  const lay = (pile, index, x, y, plain = false) => {
    const order = named.indexOf(pile) * 128 + index + 1;
    spots.set(piles[pile][index][0], { x: round(x), y: round(y), z: order, pile, index, plain });
    lowest = max(lowest, y + h);
  };
  const countDrop = min(10, (BETWEEN * w) / 2);

  place("S", x0, yTop);
  const stock = piles.S ?? [];
  const edge = stockEdges(stock.length) * 1.5;
  if (stock.length) lay("S", stock.length - 1, x0 + edge, yTop - edge);
  counts.set("S", { x: x0 + w / 2, y: yTop + h + countDrop });

  place("W", xWaste, yTop);
  const waste = piles.W ?? [];
  const open = min(waste.length, max(fan, 0));
  const wasteStep = min(f, (2 * f) / max(1, max(shape.packet, open) - 1)) * w;
  const shown = min(waste.length, open + 1);
  for (let index = waste.length - shown; index < waste.length; index += 1) {
    lay("W", index, xWaste + max(0, index - (waste.length - open)) * wasteStep, yTop);
  }
  counts.set("W", { x: xWaste + w / 2, y: yTop + h + countDrop });

  foundations.forEach((pile, i) => {
    const row = floor(i / each);
    const x = xRight + (i % each) * (1 + g) * w;
    const y = yFoundations + row * TUCK * w;
    place(pile, x, y);
    const length = piles[pile].length;
    for (let index = max(0, length - 2); index < length; index += 1) lay(pile, index, x, y);
  });
  const pad = min(0.11 * w, tall ? margin * w * 0.7 : w);
  const tray = {
    x: round(xRight - pad), y: round(yFoundations - 0.11 * w),
    w: round((each + (each - 1) * g) * w + 2 * pad),
    h: round((HIGH + (rows - 1) * TUCK + 0.22) * w),
  };

  // While the base is being chosen one card more lies there than the game has columns: they move closer together,
  // so that nothing else has to move.
  const columnGap = columns.length > across ? (right - 1) / (columns.length - 1) : 1 + g;
  columns.forEach((pile, i) => {
    const x = xRight + i * columnGap * w;
    place(pile, x, yColumns);
    const steps = columnSteps(piles[pile], small);
    let y = yColumns;
    piles[pile].forEach((_, index) => {
      lay(pile, index, x, y);
      y += (steps[index] ?? 0) * w;
    });
  });

  const wasteEnd = xWaste + (1 + 2 * f) * w;
  reserves.forEach((pile, i) => {
    const cards = piles[pile];
    const size = max(shape.reserveSize, cards.length, 2);
    const many = reserves.length > 1;
    let [step, x, y] = [min(0.085, STAIRS / (size - 1)), xWaste, yReserve];
    if (tall) {
      x = many ? wasteEnd + g * w + i * (1 + g) * w : wasteEnd + (g + STAIRS) * w;
    } else if (many) {
      // Two side by side, so that four still leave the columns where they are.
      step = min(step, (left - 2) / 2 / (size - 1));
      const down = letDown ? (size - 1) * strip : 0;
      x = i % 2 ? x0 + (left - 1) * w - (letDown ? step * (size - 1) * w : 0) : x0 + (letDown ? 0 : step * (size - 1) * w);
      y = yReserve + floor(i / 2) * (HIGH + down + BETWEEN) * w;
    }
    if (letDown) {
      const slant = tall ? (many ? 0 : min(f, (units - 2 * margin - 1 - left - g) / (size - 1))) : min(many ? step : 0.086, STAIRS / (size - 1));
      const fall = tall && !many ? 0 : strip;
      if (!many) x = tall ? wasteEnd + g * w : xWaste - STAIRS * w;
      place(pile, x, y);
      cards.forEach((_, index) => lay(pile, index, x + index * slant * w, y + index * fall * w));
    } else {
      place(pile, x, y);
      cards.forEach((card, index) => {
        const under = cards.length - 1 - index;
        lay(pile, index, x - under * step * w, y, under > 0 && card[1] === null);
      });
    }
    const first = spots.get(cards[0]?.[0]) ?? places.get(pile);
    const last = spots.get(cards.at(-1)?.[0] ?? "") ?? places.get(pile);
    if (first && last) {
      const middle = letDown ? last.x + w / 2 : (first.x + last.x + w) / 2;
      counts.set(pile, { x: middle, y: last.y + h + countDrop });
    }
  });

  const banks = of("B");
  const yBank = lowest + BETWEEN * w;
  const bankStep = (width - 2 * margin * w - w) / 12;
  banks.forEach((pile, i) => {
    const y = yBank + i * 0.43 * w;
    place(pile, margin * w, y);
    piles[pile].forEach(([, face], index) => lay(pile, index, margin * w + RANKS.indexOf(face?.[0] ?? "") * bankStep, y));
  });

  if (mirrored) {
    // The index of a card is at its left: cards that lie side by side keep their order, so their pile moves as a whole.
    /** @type {Map<string, number>} */
    const wide = new Map([["W", wasteEnd - xWaste]]);
    if (tall && letDown && reserves.length === 1) wide.set(reserves[0], reach({ places, spots, w, h }, reserves[0]).w);
    /** @param {string} pile @param {number} x @param {number} breadth */
    const flip = (pile, x, breadth) => {
      const whole = wide.get(pile);
      const from = places.get(pile)?.x ?? 0;
      return round(whole === undefined ? width - x - breadth : width - from - whole + (x - from));
    };
    const moved = [...counts].map(([pile, { x, y }]) => /** @type {const} */ ([pile, { x: flip(pile, x, 0), y }]));
    for (const spot of spots.values()) spot.x = flip(spot.pile, spot.x, w);
    for (const [pile, { x, y }] of moved) counts.set(pile, { x, y });
    for (const [pile, place] of places) place.x = flip(pile, place.x, w);
    tray.x = width - tray.x - tray.w;
  }

  const inRows = [];
  for (let i = 0; i < foundations.length; i += each) inRows.push(foundations.slice(i, i + each));
  const [first = [], ...later] = inRows;
  return {
    w, h, small, tall, tray, places, spots, counts,
    height: ceil(max(lowest + BELOW * w, LEAST_BOARD * w)),
    rows: (tall ? [["S", "W", ...reserves], ...inRows, columns] : [["S", "W", ...first], ...later, [...reserves, ...columns]]).concat(banks.map((bank) => [bank]))
      .map((row) => (mirrored ? row.reverse() : row)),
  };
}

/**
 * Edges that show how thick the stock still is.
 * @param {number} length
 */
export function stockEdges(length) {
  return min(3, floor(length / 12));
}

/**
 * What counts as "over" a pile.
 * @param {Pick<Plan, "places" | "spots" | "w" | "h">} plan @param {string} pile
 * @returns {Rect}
 */
export function reach(plan, pile) {
  const place = plan.places.get(pile) ?? { x: 0, y: 0, w: 0, h: 0 };
  let { x, y } = place;
  let [end, bottom] = [x + place.w, y + place.h];
  for (const spot of plan.spots.values()) {
    if (spot.pile !== pile) continue;
    [x, y] = [min(x, spot.x), min(y, spot.y)];
    [end, bottom] = [max(end, spot.x + plan.w), max(bottom, spot.y + plan.h)];
  }
  return { x, y, w: end - x, h: bottom - y };
}

/** @param {Rect} a @param {Rect} b */
export function overlap(a, b) {
  const across = min(a.x + a.w, b.x + b.w) - max(a.x, b.x);
  const down = min(a.y + a.h, b.y + b.h) - max(a.y, b.y);
  return across > 0 && down > 0 ? across * down : 0;
}

/** @param {Rect} a @param {Rect} b */
export function distance(a, b) {
  const across = max(a.x - b.x - b.w, b.x - a.x - a.w, 0);
  const down = max(a.y - b.y - b.h, b.y - a.y - a.h, 0);
  return hypot(across, down);
}

/**
 * The pile a card is dropped on: the legal one it covers most, or the nearest within reach; but a card that lies
 * squarely on another pile is meant for that one, and a card over its own pile is meant for none.
 * @param {Plan} plan @param {Rect} card @param {string[]} legal @param {string} from
 * @returns {{ pile: string, legal: boolean } | null}
 */
export function dropPile(plan, card, legal, from) {
  const area = card.w * card.h;
  /** @param {string} pile */
  const zone = (pile) => (pile[0] === "F" ? plan.tray : reach(plan, pile));
  let best = null;
  for (const pile of legal) {
    const over = overlap(card, zone(pile));
    const far = distance(card, zone(pile));
    // Several foundations share the tray: the one the card is nearest to gets the light.
    const own = pile[0] === "F" ? distance(card, reach(plan, pile)) : 0;
    if (!over && far > 0.6 * plan.w) continue;
    if (!best || over > best.over || (over === best.over && far + own < best.far)) best = { pile, over, far: far + own };
  }
  let other = null;
  for (const pile of plan.places.keys()) {
    if (legal.includes(pile)) continue;
    const over = overlap(card, reach(plan, pile));
    if (over >= area / 2 && (!other || over > other.over)) other = { pile, over };
  }
  if (other && (!best || other.over > 2 * best.over)) {
    return other.pile === from ? null : { pile: other.pile, legal: false };
  }
  return best && { pile: best.pile, legal: true };
}
