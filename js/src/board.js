// The cards and their places in the page: one element a card, kept by the card's key, moved by transform.
// Only cards that can be seen have one. Nothing is ever re-parented, so focus and a card in the hand survive.

/** @import { Say, State } from "./types.js" */
/** @import { Plan, Spot } from "./layout.js" */
/** @import { Motion, Stay } from "./motion.js" */
import { back, face, rankGlyph, symbol } from "./faces.js";
import { stockEdges } from "./layout.js";
import { attributes, make, mute, wear, write } from "./make.js";
import { journeys } from "./motion.js";
import { census, redealWaits } from "./moves.js";
import { cardPlaceName, placeName, rankLetter } from "./words.js";

/**
 * @typedef {object} Shown a card's element and what is drawn on it
 * @property {HTMLElement} element
 * @property {HTMLElement} sheet
 * @property {string} drawn
 * @property {string} worn what its drawing and its name were made from
 * @property {Stay} stay
 * @property {boolean} loose it was moved by hand since the last drawing
 */

/**
 * @typedef {object} Scene
 * @property {State} state
 * @property {Plan} plan
 * @property {Say} say
 * @property {boolean} animated
 * @property {boolean} backwards
 * @property {number} pace milliseconds from one card to the next where several go up by themselves
 * @property {(key: string) => boolean} held the card is where the hand put it
 */

/** @param {Shown} shown */
const hidden = ({ drawn }) => drawn === "back" || drawn === "plain";

/** @param {number} x @param {number} y */
const at = (x, y) => `translate(${x}px, ${y}px)`;

/**
 * @param {HTMLElement} felt
 * @param {Motion} motion
 */
export function createBoard(felt, motion) {
  /** @type {Map<string, Shown>} */
  const cards = new Map();
  /** @type {Map<string, HTMLElement>} */
  const places = new Map();
  /** @type {Map<string, HTMLElement>} */
  const counts = new Map();
  /** @type {ReturnType<typeof census>} */
  let before = new Map();
  /** @type {Map<string, { x: number, y: number }>} */
  let placed = new Map();
  let game = "";
  let wide = 0;
  /** @type {Say | null} */
  let lastSay = null;

  const tray = make("div", "cfw-tray", felt);
  const arrows = make("div", "cfw-arrows", felt);

  /** @param {string} pile */
  function placeElement(pile) {
    const element = make("div", `cfw-place cfw-place-${pile[0].toLowerCase()}`, felt);
    element.dataset.pile = pile;
    attributes(element, { role: "button", tabindex: "-1" });
    return element;
  }

  /** @param {Scene} scene */
  function drawPlaces({ state, plan, say }) {
    const turns = redealWaits(state);
    for (const [pile, element] of places) {
      if (plan.places.has(pile)) continue;
      element.remove();
      places.delete(pile);
    }
    for (const [pile, place] of plan.places) {
      let element = places.get(pile);
      if (!element) places.set(pile, (element = placeElement(pile)));
      element.style.transform = at(place.x, place.y);
      // Rows of foundations are tucked: the ghost stands where the row above or below leaves the place free.
      const later = pile[0] === "F" && place.y > plan.tray.y + plan.h / 2;
      wear(element, "tucked-under", later);
      wear(element, "tucked-over", pile[0] === "F" && !later && plan.tray.h > 2 * plan.h - plan.w / 2);
      const length = state.piles[pile].length;
      const empty = !length;
      wear(element, "empty", empty);
      const ghost = pile[0] === "F" && empty && state.base ? `rank ${state.base} ${state.lang}` : pile === "S" && empty && turns ? "turn" : "";
      if (element.dataset.ghost !== ghost) {
        element.dataset.ghost = ghost;
        element.innerHTML = ghost === "turn" ? symbol("turn") : ghost ? rankGlyph(rankLetter(state.base ?? 0), state.lang) : "";
      }
      if (pile === "S") {
        wear(element, "turns", turns);
        element.dataset.edges = String(stockEdges(length));
      }
      const top = state.piles[pile].at(-1);
      const stop = pile === "S" || empty || top?.[1] === null;
      attributes(element, {
        "aria-label": placeName(say, state, pile, turns), "aria-hidden": stop ? null : "true",
        role: pile === "S" || empty ? "button" : "img",
      });
    }
    Object.assign(tray.style, {
      transform: at(plan.tray.x, plan.tray.y), width: `${plan.tray.w}px`, height: `${plan.tray.h}px`,
    });
  }

  /** @param {Scene} scene */
  function drawCounts({ state, plan, say }) {
    for (const [pile, { x, y }] of plan.counts) {
      let element = counts.get(pile);
      if (!element) {
        counts.set(pile, (element = make("div", "cfw-count", felt)));
        element.dataset.count = pile;
        mute(element);
      }
      const { number, of } = state.pass;
      const passes = of ? say("pass-of", { n: number, of }) : number > 1 ? say("pass", { n: number }) : "";
      const text = pile === "W" ? passes : String(state.piles[pile].length || "");
      write(element, text);
      // What is wider than its pile reaches away from the stock's count.
      const half = plan.w / 2;
      const back = x < (plan.counts.get("S")?.x ?? 0) ? `min(-50%, ${half}px - 100%)` : `max(-50%, ${-half}px)`;
      element.style.transform = `${at(x, y)} translate(${back}, -50%)`;
    }
  }

  /** @param {string} key */
  function cardElement(key) {
    const element = make("div", "cfw-card", felt);
    element.dataset.key = key;
    const sheet = make("div", "cfw-sheet", element);
    return { element, sheet, drawn: "", worn: "", stay: { pile: "", x: 0, y: 0 }, loose: false };
  }

  /** @param {Shown} shown @param {Spot} spot @param {Scene} scene */
  function dress(shown, spot, { state, plan, say }) {
    const { element, sheet } = shown;
    const [, side] = state.piles[spot.pile][spot.index];
    const { length } = state.piles[spot.pile];
    const top = spot.index === length - 1;
    const worn = [spot.pile, spot.index, length, side, state.lang, plan.small, spot.plain].join(" ");
    if (worn === shown.worn && say === lastSay) return;
    shown.worn = worn;
    const drawn = side ? `${side} ${state.lang} ${plan.small}` : spot.plain ? "plain" : "back";
    if (drawn !== shown.drawn) {
      sheet.innerHTML = side ? face(side, { lang: state.lang, small: plan.small }) : spot.plain ? "" : back();
      wear(element, "plain", drawn === "plain");
    }
    const idle = !side || (!top && "FW".includes(spot.pile[0]));
    attributes(element, {
      "data-face": side, "data-in": spot.pile, "aria-hidden": side ? null : "true",
      role: side ? (idle || (spot.pile[0] === "R" && !top) ? "img" : "button") : null, tabindex: side && !idle ? (element.getAttribute("tabindex") ?? "-1") : null,
      "aria-label": side ? cardPlaceName(say, state, spot.pile, spot.index) : null,
    });
    wear(element, "under", !top && (spot.pile === "W" || spot.pile[0] === "F"));
    shown.drawn = drawn;
  }

  /**
   * A card that cannot be seen any more: it goes where it lies now, or stays until it is covered.
   * @param {string} key @param {Shown} shown @param {Scene} scene @param {ReturnType<typeof census>} now
   */
  function leave(key, { element, stay, loose }, { state, plan, animated, backwards, pace }, now) {
    cards.delete(key);
    const gone = now.get(key);
    if (!animated || !gone || motion.still) return element.remove();
    const from = motion.where(element);
    for (const name of ["data-key", "data-face", "data-in", "role", "tabindex", "aria-label"]) element.removeAttribute(name);
    attributes(element, { "aria-hidden": "true" });
    wear(element, "leaving", true);
    const target = gone.pile === stay.pile ? stay : plan.places.get(gone.pile) ?? stay;
    element.style.transform = at(target.x, target.y);
    const moved = { key, was: stay, now: { pile: gone.pile, x: target.x, y: target.y }, loose };
    const shown = state.shown ?? [];
    const journey = journeys([moved], { w: plan.w, backwards, deal: false, shown, pace }).get(key);
    if (!journey) return element.remove();
    const turn = shown.indexOf(key);
    const top = plan.spots.get(state.piles[gone.pile].at(-1)?.[0] ?? "");
    // While many go up, each lies on its pile until the last has come, and so does what lay there before.
    if (turn >= 0 && top) element.style.zIndex = String(top.z - top.index + gone.index);
    const after = () => (shown.length ? void setTimeout(() => element.remove(), pace * (shown.length - turn) + 250) : element.remove());
    motion.glide(element, from, { ...journey, land: false }, { closing: !shown.length, after });
  }

  /** @param {Scene} scene */
  function drawCards(scene) {
    const { state, plan, animated, backwards } = scene;
    const now = census(state);
    const deal = game !== "" && game !== state.game && state.ply === 0;
    const moving = animated && (deal || game === state.game);
    const fewerBacks = moving && !deal ? stairsThatGo(scene) : [];
    for (const [key, shown] of cards) if (!plan.spots.has(key)) leave(key, shown, scene, now);

    /** @type {{ key: string, was: Stay, now: Stay, loose: boolean, from: string, shown: Shown }[]} */
    const moved = [];
    for (const [key, spot] of plan.spots) {
      let shown = cards.get(key);
      const old = before.get(key);
      const fresh = !shown;
      if (!shown) cards.set(key, (shown = cardElement(key)));
      dress(shown, spot, scene);
      if (scene.held(key)) continue;
      const { element } = shown;
      const stay = { pile: spot.pile, x: spot.x, y: spot.y };
      let was = shown.stay;
      let from = fresh ? "" : motion.where(element);
      if (fresh) {
        const origin = deal ? plan.places.get("S") : old && old.pile !== spot.pile ? placed.get(old.pile) : undefined;
        was = origin ? { pile: deal ? "S" : (old?.pile ?? ""), x: origin.x, y: origin.y } : stay;
        from = at(was.x, was.y);
      }
      const to = at(spot.x, spot.y);
      const still = was.pile === stay.pile && !shown.loose && (stay.pile === "S" || (stay.pile[0] === "R" && !fresh));
      if (element.style.zIndex !== String(spot.z)) element.style.zIndex = String(spot.z);
      if (element.style.transform !== to) element.style.transform = to;
      if (from !== to && !still) moved.push({ key, was, now: stay, loose: shown.loose, from, shown });
      shown.stay = stay;
      shown.loose = false;
    }
    const ways = moving ? journeys(moved, { w: plan.w, backwards, deal, shown: state.shown, pace: scene.pace }) : new Map();
    for (const { key, from, was, shown } of moved) {
      const journey = ways.get(key);
      if (!journey) motion.halt(shown.element);
      // The new top of the stock shows itself when the packet that covers it has come.
      else if (was.pile === "W" && hidden(shown)) motion.play(shown.element, [{ opacity: 0 }, { opacity: 0 }], { duration: journey.duration });
      else if (animated) motion.glide(shown.element, from, { ...journey, turn: journey.turn && !hidden(shown) });
    }
    for (const ghost of fewerBacks) motion.play(ghost, [{ opacity: 1 }, { opacity: 0 }], { duration: 120 }, () => ghost.remove());
    before = now;
    lastSay = scene.say;
    placed = new Map(plan.places);
    game = state.game;
  }

  /**
   * When the reserve gives a card, its staircase gets one step shorter at the far end: that step fades.
   * @param {Scene} scene
   */
  function stairsThatGo({ state, plan }) {
    const ghosts = [];
    for (const pile of plan.places.keys()) {
      if (pile[0] !== "R" || motion.still) continue;
      const last = [...before].filter(([, card]) => card.pile === pile).length;
      const bottom = cards.get(state.piles[pile][0]?.[0]);
      if (state.piles[pile].length !== last - 1 || !bottom?.element.classList.contains("cfw-plain")) continue;
      const ghost = make("div", "cfw-card cfw-plain cfw-leaving", felt);
      ghost.style.transform = bottom.element.style.transform;
      make("div", "cfw-sheet", ghost);
      ghosts.push(ghost);
    }
    return ghosts;
  }

  return {
    felt,
    cards,
    arrows,

    /** @param {Scene} scene */
    draw(scene) {
      // Written only when it is another one: it makes the browser look at every card again.
      if (scene.plan.w !== wide) {
        wide = scene.plan.w;
        felt.style.setProperty("--cfw-wide", `${wide}px`);
        felt.style.setProperty("--cfw-high", `${scene.plan.h}px`);
      }
      drawPlaces(scene);
      drawCounts(scene);
      drawCards(scene);
    },

    /** @param {string} key */
    card: (key) => cards.get(key)?.element,

    /** @param {string} pile */
    place: (pile) => places.get(pile),

    /**
     * A card in the hand, turned about the middle of the deepest one.
     * @param {string[]} keys @param {number} x @param {number} y @param {number[]} fall of each card below the first
     */
    carry(keys, x, y, fall) {
      const [sine, cosine] = [Math.sin(Math.PI / 120), Math.cos(Math.PI / 120)];
      keys.forEach((key, i) => {
        const shown = cards.get(key);
        if (!shown) return;
        const down = 1.03 * fall[i];
        motion.halt(shown.element);
        shown.element.style.transform = `${at(x - sine * down, y + cosine * down)} rotate(1.5deg) scale(1.03)`;
        shown.element.style.zIndex = String(10000 + i);
        shown.loose = true;
      });
    },

    /** What lies under the pointer. @param {Event} event */
    under(event) {
      const target = /** @type {Element | null} */ (event.composedPath()[0] ?? null);
      const card = target?.closest?.(".cfw-card");
      if (card instanceof HTMLElement && card.dataset.key) return { key: card.dataset.key, pile: card.dataset.in ?? "" };
      const place = target?.closest?.(".cfw-place");
      return place instanceof HTMLElement ? { key: null, pile: place.dataset.pile ?? "" } : null;
    },

    /** @param {MouseEvent} event */
    point(event) {
      const box = felt.getBoundingClientRect();
      return { x: event.clientX - box.left, y: event.clientY - box.top };
    },
  };
}

/** @typedef {ReturnType<typeof createBoard>} Board */
