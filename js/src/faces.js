/**
 * Card faces as markup, put together from canfield_widget/faces.json, which canfield_widget/svg.py reads too.
 * Pure string functions: no DOM, no state. Paper, edge and radius of a card are drawn by CSS.
 *
 * Colours come from custom properties (tokens.css), so themes and four colours need no new markup:
 * --cfw-s --cfw-h --cfw-d --cfw-c (suits), --cfw-panel-s --cfw-panel-h --cfw-panel-d --cfw-panel-c (court panels),
 * --cfw-ink (brows, eyes), --cfw-paper (white cloth), --cfw-gold, --cfw-mouth,
 * --cfw-back, --cfw-back-pattern, --cfw-back-line (card back) and --cfw-ghost (rankGlyph).
 * Hair and skin are fixed. Symbols are drawn in currentColor.
 */
import data from "../../canfield_widget/faces.json" with { type: "json" };

/**
 * A flat shape. Filled: [role, path]; stroked: [role, path, width]; stroked with round dots: [role, path, width,
 * distance]; circles: [role, radius, x, y, x, y, ...]. The role is "suit", a part of the family or a colour's name.
 * @typedef {(string | number)[]} Shape
 * @typedef {Record<string, string>} Names
 * @typedef {object} Art
 * @property {Record<string, Names>} letters rank letters that differ, by language
 * @property {number[]} index in the corner: x, y and height of the rank, gap, size of the suit
 * @property {number[]} small the same on the small face
 * @property {Names} suits filled paths on 100 x 100
 * @property {Names} ranks stroked paths, 60 x 100 unless widths says otherwise
 * @property {Record<string, number>} widths
 * @property {Record<string, [number, number[], number[]]>} pips size, rows at the sides, rows in the middle
 * @property {number[]} rings radii of the rings of an ace
 * @property {string} panel
 * @property {Record<string, Names>} families hair and skin, by suit
 * @property {string} mirrored suits whose courts look the other way
 * @property {Record<string, Shape[]>} courts in panel coordinates
 * @property {Shape[]} back
 * @property {string} star
 * @property {Names} symbols stroked paths on 24 x 24
 */
const art = /** @type {Art} */ (/** @type {unknown} */ (data));

/**
 * @param {number} width
 * @param {number} height
 * @param {string} attributes
 * @param {string} inside
 */
const svg = (width, height, attributes, inside) =>
  `<svg viewBox="0 0 ${width} ${height}" aria-hidden="true" stroke-linecap="round" stroke-linejoin="round" ${attributes}>${inside}</svg>`;

/**
 * @param {string} path
 * @param {string} [attributes]
 */
const draw = (path, attributes = "") => `<path d="${path}" ${attributes}/>`;

/**
 * @param {number | string} x
 * @param {number | string} y
 * @param {number | string} radius
 * @param {string} attributes
 */
const circle = (x, y, radius, attributes) => `<circle cx="${x}" cy="${y}" r="${radius}" ${attributes}/>`;

/**
 * @param {string} colour
 * @param {number | string} width
 */
const stroke = (colour, width) => `fill="none" stroke="${colour}" stroke-width="${width}"`;

/**
 * @param {number} x
 * @param {number} y
 * @param {number} scale
 */
const move = (x, y, scale) => `transform="translate(${+x.toFixed(3)} ${+y.toFixed(3)}) scale(${+scale.toFixed(4)})"`;

/**
 * @param {Shape[]} shapes
 * @param {string} [suit]
 */
const assemble = (shapes, suit = "") =>
  shapes
    .map(([role, first, ...rest]) => {
      const colour = role === "suit" ? "currentColor" : (art.families[suit]?.[role] ?? `var(--cfw-${role})`);
      const fill = `fill="${colour}"`;
      if (typeof first === "number")
        return rest.map((x, i) => (i % 2 ? "" : circle(x, rest[i + 1], first, fill))).join("");
      const [width, dots] = rest;
      return draw(first, width ? stroke(colour, width) + (dots ? ` stroke-dasharray="0 ${dots}"` : "") : fill);
    })
    .join("");

/**
 * @param {string} suit
 * @param {number} x centre
 * @param {number} y centre
 * @param {number} size
 */
const pip = (suit, x, y, size) => draw(art.suits[suit], move(x - size / 2, y - size / 2, size / 100));

/**
 * The path of a rank in a language, and its width.
 * @param {string} rank
 * @param {string} lang
 * @returns {[string, number]}
 */
const glyph = (rank, lang) => {
  const letter = art.letters[lang]?.[rank] ?? rank;
  return [art.ranks[letter], art.widths[letter] ?? 60];
};

/** @param {string} suit */
const tint = (suit) => `var(--cfw-${suit.toLowerCase()})`;

/**
 * The face of a card such as "TD": everything inside the card's edge, on 100 x 140.
 * @param {string} card rank and suit
 * @param {{lang?: string, small?: boolean}} [options] small: the face for cards under 60 px
 */
export function face(card, { lang = "en", small = false } = {}) {
  const [rank, suit] = card;
  const [x, y, height, gap, size] = small ? art.small : art.index;
  const [path, width] = glyph(rank, lang);
  const scale = height / 100;
  let inside =
    draw(path, stroke("currentColor", 15) + " " + move(x, y, scale)) +
    pip(suit, x + width * scale + gap + size / 2, y + height / 2, size);
  const court = art.courts[rank];
  if (court) {
    const zoom = small ? 0.925 : 1;
    const turn = art.mirrored.includes(suit) ? ' transform="matrix(-1 0 0 1 82 0)"' : "";
    inside +=
      `<g ${move(50 - 41 * zoom, 132 - 95 * zoom, zoom)}>` +
      draw(art.panel, `fill="var(--cfw-panel-${suit.toLowerCase()})"`) +
      `<g${turn}>${assemble(court, suit)}</g>` +
      draw(art.panel, stroke("currentColor", 0.8) + ' stroke-opacity=".5"') +
      "</g>";
  } else {
    const [wide, sides, middle] = art.pips[small ? "small" : rank];
    for (const row of sides) inside += pip(suit, 28, row, wide) + pip(suit, 72, row, wide);
    for (const row of middle) inside += pip(suit, 50, row, wide);
    if (rank === "A" && !small)
      for (const radius of art.rings) inside += circle(50, 84, radius, stroke("var(--cfw-gold)", 1.1));
  }
  return svg(100, 140, `color="${tint(suit)}" fill="currentColor"`, inside);
}

/** The back of a card, on 100 x 140; its white margin is the card's paper. */
export const back = () =>
  svg(100, 140, "", assemble(art.back) + draw(art.star, `fill="var(--cfw-gold)" ${move(36, 56, 0.28)}`));

/**
 * A rank for an empty foundation, in ghost and with a thinner stroke; 100 high and as wide as the rank.
 * @param {string} rank
 * @param {string} [lang]
 */
export function rankGlyph(rank, lang = "en") {
  const [path, width] = glyph(rank, lang);
  return svg(width, 100, "", draw(path, stroke("var(--cfw-ghost)", 10)));
}

/** The gold star of the back and of the win, on 100 x 100. */
export const star = () => svg(100, 100, 'fill="var(--cfw-gold)"', draw(art.star));

/**
 * A suit in its colour, on 100 x 100.
 * @param {string} suit S, H, D or C
 */
export const suit = (suit) => svg(100, 100, `fill="${tint(suit)}"`, draw(art.suits[suit]));

/**
 * A symbol in currentColor, on 24 x 24.
 * @param {"new" | "undo" | "redo" | "hint" | "menu" | "turn" | "close" | "full"} name
 */
export const symbol = (name) =>
  svg(24, 24, "", draw(art.symbols[name], stroke("currentColor", name === "menu" ? 3.2 : 1.8)));
