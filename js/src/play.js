// What a click, Enter or a drop on a pile asks for: cards are taken up, laid down, dealt. Whether they may, Python says.

/** @import { Link } from "./types.js" */
/** @import { Hand } from "./hand.js" */
import { now } from "./clock.js";
import { kind, targets } from "./moves.js";

/** A second click so soon means the first. */
const DOUBLE = 300;

/**
 * @param {Link} link
 * @param {Hand} hand
 * @param {() => void} closePanel
 * @param {() => void} update
 * @param {(pile: string, key: string) => void} stay the focus goes to that card, if it is among the cards at all
 * @param {(keys: string[], seq: number) => void} pin the cards wait where they lie for the answer to that wish
 */
export function createPlay(link, hand, closePanel, update, stay, pin) {
  let clicked = { key: /** @type {string | null} */ (null), at: -DOUBLE };

  /** The state, as long as there is anything to play. */
  function inPlay() {
    const state = link.state();
    return state && !state.paused && link.kernel() !== "gone" ? state : null;
  }

  /** @param {string} pile */
  function layOn(pile) {
    const { held } = hand;
    hand.layOn(pile);
    if (held) stay(held.pile, held.keys[0]);
    update();
  }

  function deal() {
    if (!inPlay()) return;
    hand.deal();
    update();
  }

  /**
   * A click of the pointer: what it means is a setting, what it does is Python's to say.
   * @param {string | null} pile @param {string | null} key
   */
  function click(pile, key) {
    const state = inPlay();
    if (!state) return;
    const mode = state.settings?.click ?? "select";
    const again = now() - clicked.at < DOUBLE;
    if (pile === "S" || key === null) {
      if (!again || clicked.key === null || pile !== "S") press(pile, key);
      return;
    }
    if (mode === "off") return hand.put() && update();
    if (mode === "select" && again && clicked.key === key) {
      const up = targets(state, key).find((move) => kind(move.to) === "F");
      clicked = { key: null, at: -DOUBLE };
      hand.put();
      return up ? void link.ask({ do: "move", move: up.move, card: key }) : undefined;
    }
    if (mode === "play" && again) return;
    clicked = { key, at: now() };
    const { held } = hand;
    if (mode === "select" || (held && (held.keys[0] === key || hand.legal.includes(pile ?? "")))) return press(pile, key);
    closePanel();
    hand.put();
    const up = kind(pile ?? "") === "F";
    if (!up) link.ask({ do: "click", pile, card: key });
    if (up || !targets(state, key).length) hand.take(key, false);
    update();
  }

  /**
   * A click or Enter on a pile, and on a card if one was hit.
   * @param {string | null} pile @param {string | null} key
   */
  function press(pile, key) {
    closePanel();
    const state = inPlay();
    if (!state) return;
    const { held, legal } = hand;
    const take = () => key !== null && hand.take(key, false);
    if (!held) {
      if (pile === "S" && !state.free) deal();
      else take();
      return;
    }
    const tray = pile !== null && kind(pile) === "F" && kind(held.pile) !== "F" ? legal.find((each) => kind(each) === "F") : undefined;
    const goal = pile !== null && legal.includes(pile) ? pile : tray;
    if (key === held.keys[0] || pile === null) hand.put();
    else if (goal) layOn(goal);
    else if (pile === "S") deal();
    else if (!take()) {
      if (pile in state.piles && !state.piles[pile].length && "FT".includes(kind(pile))) layOn(pile);
      else hand.put();
    }
  }

  /** @param {string | null} pile @param {boolean} legal */
  function drop(pile, legal) {
    const keys = hand.held?.keys ?? [];
    // No card can go to a reserve: nothing could be asked.
    if (pile === null || (kind(pile) === "R" && !link.state()?.free)) {
      hand.put();
    } else {
      const seq = hand.layOn(pile);
      // The cards stay where they were dropped, so nothing is to be drawn: the answer is on its way already, and a
      // page that is busy drawing would read it late.
      if (legal) return pin(keys, seq);
    }
    update();
  }

  return { deal, click, press, drop };
}
