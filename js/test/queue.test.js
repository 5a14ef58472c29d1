import assert from "node:assert/strict";
import { test } from "node:test";
import { createQueue } from "../src/queue.js";

const make = () => {
  /** @type {any[][]} */
  const sent = [];
  return { sent, queue: createQueue("me", (commands) => sent.push(commands)) };
};

test("commands are numbered from one and carry what their maker saw", () => {
  const { sent, queue } = make();
  queue.add({ do: "move", move: "S-W", card: null }, 7);
  assert.deepEqual(sent.at(-1), [{ do: "move", move: "S-W", card: null, client: "me", seq: 1, rev: 7, ack: 0, ms: 0 }]);
});

test("the whole list is sent every time, so that a merged list loses nothing", () => {
  const { sent, queue } = make();
  for (let i = 0; i < 4; i += 1) queue.add({ do: "undo" }, 1);
  assert.deepEqual(sent.map((list) => list.length), [1, 2, 3, 4]);
  assert.deepEqual(sent.at(-1)?.map(({ seq }) => seq), [1, 2, 3, 4]);
});

test("what is answered is dropped, and the next command says which answer was seen", () => {
  const { sent, queue } = make();
  queue.add({ do: "undo" }, 1);
  queue.add({ do: "undo" }, 1);
  assert.equal(queue.answer({ me: { seq: 1, ok: true, why: null } }), true);
  queue.add({ do: "redo" }, 2);
  assert.deepEqual(sent.at(-1)?.map(({ seq, ack }) => [seq, ack]), [[2, 0], [3, 1]]);
});

test("answers to others and answers heard before drop nothing", () => {
  const { queue } = make();
  queue.add({ do: "undo" }, 1);
  assert.equal(queue.answer({ other: { seq: 9, ok: true, why: null } }), false);
  assert.equal(queue.answer(undefined), false);
  queue.answer({ me: { seq: 1, ok: false, why: "no" } });
  assert.equal(queue.answer({ me: { seq: 1, ok: false, why: "no" } }), false);
});

test("forgetting sends the empty list once and does not reuse numbers", () => {
  const { sent, queue } = make();
  queue.add({ do: "undo" }, 1);
  queue.forget();
  queue.forget();
  assert.deepEqual(sent.map((list) => list.length), [1, 0]);
  assert.equal(queue.add({ do: "undo" }, 1), 2);
});

test("nobody waits for the answer to the greeting", () => {
  const { queue } = make();
  queue.add({ do: "hello", lang: "en" }, 1);
  assert.deepEqual([queue.length, queue.waiting], [1, 0]);
  queue.add({ do: "undo" }, 1);
  assert.equal(queue.waiting, 1);
});

test("a wish is open until it is answered", () => {
  const { queue } = make();
  const seq = queue.add({ do: "undo" }, 1);
  assert.equal(queue.isOpen(seq), true);
  queue.answer({ me: { seq, ok: true, why: null } });
  assert.equal(queue.isOpen(seq), false);
});
