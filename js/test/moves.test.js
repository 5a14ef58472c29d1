import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { step, stops } from "../src/keyboard.js";
import { layout } from "../src/layout.js";
import { journeys } from "../src/motion.js";
import { lift, redealWaits, stockMove, targets, token } from "../src/moves.js";

/** @param {string} name */
const state = (name) => JSON.parse(readFileSync(new URL(`../../tests/board/states/${name}.json`, import.meta.url), "utf8"));
/** @param {any} board @param {string} pile @param {number} index */
const key = (board, pile, index = -1) => board.piles[pile].at(index)[0];

test("what can be taken in hand is open and has nothing on it, or is part of a column", () => {
  const board = state("canfield");
  assert.deepEqual(lift(board, key(board, "T1", 3))?.keys.length, 2);
  assert.deepEqual(lift(board, key(board, "R"))?.keys.length, 1);
  assert.equal(lift(board, key(board, "R", 0)), null);
  assert.equal(lift(board, key(board, "W", -2)), null);
  assert.equal(lift(board, key(board, "S")), null);
  assert.equal(lift(board, key(board, "F1"))?.pile, "F1");
  assert.equal(lift(board, key(board, "F1", 0)), null);
  assert.equal(lift(state("candike"), key(state("candike"), "T4", 0)), null);
});

test("targets are what the kernel listed for that card", () => {
  const board = state("run");
  assert.deepEqual(targets(board, key(board, "T2", 0)).map(({ to }) => to), ["T1", "T4"]);
  assert.deepEqual(targets(board, key(board, "T2", 1)), []);
});

test("a wish is spelt from the names of the piles", () => {
  const board = state("canfield");
  assert.equal(token(board, "T1", 4, "T3"), "T1-T3x4");
  assert.equal(token(board, "T1", 1, "F3"), "T1-F");
  assert.equal(token(board, "R", 1, "T2"), "R-T2");
  assert.equal(token(board, "F2", 1, "T3"), "FH8-T3");
  assert.equal(token(state("quadruple"), "F2", 1, "T3"), "FHJ-T3");
  assert.equal(token(state("duchess"), "R2", 1, "F1"), "R2-F");
});

test("the stock deals, or waits for the waste to be turned over", () => {
  assert.equal(stockMove(state("canfield"))?.move, "S-W");
  assert.equal(redealWaits(state("canfield")), false);
  assert.equal(redealWaits(state("refused")), true);
  assert.equal(stockMove(state("won")), undefined);
});

test("the focus can be at every open card of a column, but only at the top of other piles", () => {
  const board = state("canfield");
  assert.equal(stops(board, "T1").length, 5);
  assert.deepEqual(stops(board, "W"), [{ pile: "W", key: key(board, "W") }]);
  assert.deepEqual(stops(board, "S"), [{ pile: "S", key: null }]);
  assert.deepEqual(stops(board, "F4"), [{ pile: "F4", key: null }]);
  assert.equal(stops(state("superior"), "R").length, 10);
  assert.equal(stops(state("candike"), "T1").length, 1);
});

test("arrows go between piles of a row, within a fan, and on to the nearest pile of the next row", () => {
  const board = state("canfield");
  const plan = layout(board, 898);
  const from = { pile: "F1", key: key(board, "F1") };
  assert.deepEqual(step(board, plan, from, "Right"), { pile: "F2", key: key(board, "F2") });
  assert.deepEqual(step(board, plan, from, "Left"), { pile: "W", key: key(board, "W") });
  assert.deepEqual(step(board, plan, from, "Down"), { pile: "T1", key: key(board, "T1", 0) });
  assert.deepEqual(step(board, plan, { pile: "T1", key: key(board, "T1", 1) }, "Down"), { pile: "T1", key: key(board, "T1", 2) });
  assert.deepEqual(step(board, plan, { pile: "T1", key: key(board, "T1", 0) }, "Up"), from);
  assert.deepEqual(step(board, plan, { pile: "T1", key: key(board, "T1") }, "Down"), { pile: "T1", key: key(board, "T1") });
  assert.deepEqual(step(board, plan, { pile: "S", key: null }, "Left"), { pile: "S", key: null });
});

test("moves take 140 to 260 ms by their distance and a run follows 12 ms apart", () => {
  const moved = [0, 1, 2].map((i) => ({
    key: `k${i}`, was: { pile: "T1", x: 0, y: 35 * i }, now: { pile: "T2", x: 116, y: 35 * i }, loose: false,
  }));
  const ways = [...journeys(moved, { w: 100, backwards: false, deal: false }).values()];
  assert.deepEqual(ways.map(({ delay }) => delay), [0, 12, 24]);
  assert.ok(ways.every(({ duration }) => duration >= 140 && duration <= 260));
  const back = [...journeys(moved, { w: 100, backwards: true, deal: false }).values()];
  assert.ok(Math.abs(back[0].duration - 0.8 * ways[0].duration) < 1e-9);
});

test("the reserve fills a space only after the card that opened it has left", () => {
  const move = { key: "a", was: { pile: "T1", x: 0, y: 0 }, now: { pile: "T2", x: 116, y: 0 }, loose: true };
  const fill = { key: "b", was: { pile: "R", x: 0, y: 0 }, now: { pile: "T1", x: 300, y: 0 }, loose: false };
  const ways = journeys([move, fill], { w: 100, backwards: false, deal: false });
  assert.deepEqual([ways.get("a")?.duration, ways.get("b")?.delay, ways.get("b")?.duration], [120, 90, 220]);
  assert.equal(journeys([fill], { w: 100, backwards: false, deal: false }).get("b")?.delay, 0);
});

test("a refused card flies home in 200 ms", () => {
  const home = { key: "a", was: { pile: "T1", x: 0, y: 0 }, now: { pile: "T1", x: 0, y: 0 }, loose: true };
  assert.equal(journeys([home], { w: 100, backwards: false, deal: false }).get("a")?.duration, 200);
});

test("a packet turns over card by card, and dealing a game takes 900 ms at most", () => {
  const packet = [0, 1, 2].map((i) => ({ key: `w${i}`, was: { pile: "S", x: 0, y: 0 }, now: { pile: "W", x: 116 + 47 * i, y: 0 }, loose: false }));
  assert.deepEqual([...journeys(packet, { w: 100, backwards: false, deal: false }).values()].map(({ delay, turn }) => [delay, turn]),
    [[0, true], [50, true], [100, true]]);
  const game = Array.from({ length: 40 }, (_, i) => ({ key: `t${i}`, was: { pile: "S", x: 0, y: 0 }, now: { pile: `T${i % 8 + 1}`, x: 9, y: 9 }, loose: false }));
  for (const { delay, duration } of journeys(game, { w: 100, backwards: false, deal: true }).values()) assert.ok(delay + duration <= 900);
});

test("foundations with equal tops may give their card to the same places", () => {
  const board = state("quadruple");
  board.piles.F3 = [["x1", "5C"], ["x2", "6C"]];
  const top = key(board, "F8");
  board.moves.push({ move: "FC6-T2", from: "F8", to: "T2", card: top, count: 1 });
  assert.deepEqual(targets(board, "x2").map(({ to }) => to), ["T2"]);
  assert.deepEqual(targets(board, top).map(({ to }) => to), ["T2"]);
});
