// What the player has taken up, by drag, by click or by key, and where it may go.

/** @import { Link, Move, State } from "./types.js" */
import { kind, lift, stockMove, targets, token } from "./moves.js";

/**
 * @typedef {object} Held
 * @property {string} pile where it comes from
 * @property {string[]} keys deepest card first
 * @property {Move[]} legal
 * @property {boolean} dragged in the hand, not only chosen
 */

/**
 * @param {Link} link
 * @param {() => void} changed
 */
export function createHand(link, changed) {
  /** @type {Held | null} */
  let held = null;

  const state = () => /** @type {State} */ (link.state());

  return {
    get held() {
      return held;
    },

    /** @param {string} key @param {boolean} dragged */
    take(key, dragged) {
      const lifted = link.kernel() === "gone" ? null : lift(state(), key);
      if (!lifted) return false;
      held = { ...lifted, legal: targets(state(), key), dragged };
      changed();
      return true;
    },

    put() {
      if (!held) return false;
      held = null;
      changed();
      return true;
    },

    /** Piles that may receive what is held, as the kernel listed them. */
    get legal() {
      return held ? [...new Set(held.legal.map((move) => move.to))] : [];
    },

    /**
     * Lays it down there: a wish in either case, since a refusal comes with its reason.
     * @param {string} to
     * @returns {number} the wish's number
     */
    layOn(to) {
      if (!held) return 0;
      const { keys, pile, legal } = held;
      const move = legal.find((each) => each.to === to) ?? legal.find((each) => kind(to) === "F" && kind(each.to) === "F");
      held = null;
      return link.ask({ do: "move", move: move?.move ?? token(state(), pile, keys.length, to), card: keys[0] });
    },

    deal() {
      held = null;
      const move = stockMove(state())?.move ?? (state().piles.S.length ? "S-W" : "W-S");
      link.ask({ do: "move", move, card: null });
    },

    /** After a new state: what is held may lie elsewhere now, or not be there any more. */
    refresh() {
      if (!held) return;
      const lifted = lift(state(), held.keys[0]);
      const same = lifted && lifted.pile === held.pile && lifted.keys.join() === held.keys.join();
      if (same) held = { ...held, legal: targets(state(), held.keys[0]) };
      else if (held.dragged) held = { ...held, legal: [] };
      else held = null;
    },

    /** Whether what is held still lies where it was taken from. */
    get sound() {
      const lifted = held && lift(state(), held.keys[0]);
      return !!(held && lifted && lifted.pile === held.pile && lifted.keys.length === held.keys.length);
    },
  };
}

/** @typedef {ReturnType<typeof createHand>} Hand */
