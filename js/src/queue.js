// The outbox: commands that are not answered yet. ipywidgets merges what is set while a message is under way,
// so the whole list is sent every time; a merged list loses nothing.

/** @import { Answer, Command, Wish } from "./types.js" */

/**
 * @param {string} client
 * @param {(commands: Command[]) => void} send
 * @param {() => number} [seen] milliseconds the board was in sight
 */
export function createQueue(client, send, seen = () => 0) {
  let seq = 0;
  let ack = 0;
  /** @type {Command[]} */
  let open = [];

  return {
    client,

    /** @param {Wish} wish @param {number} rev of the state its maker sees */
    add(wish, rev) {
      seq += 1;
      open = [...open, { ...wish, client, seq, rev, ack, ms: seen() }];
      send(open);
      return seq;
    },

    /**
     * Drops what is answered; true if that was anything.
     * @param {Record<string, Answer> | undefined} answers
     */
    answer(answers) {
      const mine = answers?.[client];
      if (!mine || mine.seq <= ack) return false;
      ack = mine.seq;
      const left = open.filter((command) => command.seq > ack);
      const dropped = left.length < open.length;
      open = left;
      return dropped;
    },

    /** A later list without them is what takes them back, if the kernel has not seen them yet. */
    forget() {
      if (!open.length) return;
      open = [];
      send(open);
    },

    /** @param {number} number */
    isOpen(number) {
      return open.some((command) => command.seq === number);
    },

    /** What the player waits for; the greeting is not part of it. */
    get waiting() {
      return open.filter((command) => !["hello", "away", "close"].includes(command.do)).length;
    },

    get length() {
      return open.length;
    },
  };
}
