import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { columnSteps, dropPile, foundationRows, layout, overlap, reach, stockEdges } from "../src/layout.js";

/** @param {string} name */
const state = (name) => JSON.parse(readFileSync(new URL(`../../tests/board/states/${name}.json`, import.meta.url), "utf8"));
/** @param {string} name @param {number} width */
const plan = (name, width) => layout(state(name), width - 2);
const up = (n) => Array.from({ length: n }, (_, i) => [`k${i}`, "7H"]);
const down = (n) => Array.from({ length: n }, (_, i) => [`d${i}`, null]);
const NAMES = ["canfield", "quadruple", "superior", "choose", "duchess", "candike", "double", "won"];
const WIDTHS = [320, 380, 420, 479, 480, 500, 560, 640, 719, 720, 800, 900, 1100, 1250, 1400];

test("the four pictures have the card widths that are written under them", () => {
  assert.equal(plan("canfield", 900).w, 100);
  assert.equal(plan("superior", 640).w, 75);
  assert.equal(plan("quadruple", 1100).w, 86);
  assert.equal(plan("small", 380).w, 48);
});

test("a card is never wider than 100 and always 1.4 times as high", () => {
  for (const name of NAMES) {
    for (const width of WIDTHS) {
      const { w, h } = plan(name, width);
      assert.ok(w <= 100, `${name} ${width}`);
      assert.equal(h, Math.round(1.4 * w));
    }
  }
});

test("cards under 60 wide get the small face", () => {
  assert.equal(plan("canfield", 380).small, true);
  assert.equal(plan("canfield", 900).small, false);
});

test("everything lies inside the board at every width", () => {
  for (const name of NAMES) {
    for (const width of WIDTHS) {
      const { w, h, spots, places, tray, height } = plan(name, width);
      for (const { x, y } of [...spots.values(), ...places.values()]) {
        assert.ok(x >= 0 && x + w <= width - 1 && y >= 0 && y + h <= height, `${name} ${width}: ${x} ${y}`);
      }
      assert.ok(tray.x >= 0 && tray.x + tray.w <= width - 1, `${name} ${width}: tray`);
    }
  }
});

test("piles do not lie on one another", () => {
  for (const name of NAMES.filter((each) => each !== "choose")) {
    for (const width of WIDTHS) {
      const drawn = plan(name, width);
      const piles = [...drawn.places.keys()].filter((pile) => pile[0] !== "F");
      for (const a of piles) {
        for (const b of piles) {
          if (a < b) assert.equal(overlap(reach(drawn, a), reach(drawn, b)), 0, `${name} ${width}: ${a} ${b}`);
        }
        if (a[0] !== "T") assert.equal(overlap(reach(drawn, a), drawn.tray), 0, `${name} ${width}: ${a} tray`);
      }
    }
  }
});

test("columns stand under the foundations and the reserve is level with them, under the waste", () => {
  const { places } = plan("canfield", 900);
  for (const n of [1, 2, 3, 4]) assert.equal(places.get(`T${n}`)?.x, places.get(`F${n}`)?.x);
  assert.equal(places.get("R")?.y, places.get("T1")?.y);
  assert.equal(places.get("R")?.x, places.get("W")?.x);
});

test("half of what is left over widens the gutter, by half a card at most", () => {
  const gutter = (width) => {
    const { places, w } = plan("canfield", width);
    return ((places.get("F1")?.x ?? 0) - (places.get("W")?.x ?? 0)) / w - 1.94;
  };
  assert.ok(Math.abs(gutter(900) - 0.71) < 0.02);
  assert.ok(Math.abs(gutter(1400) - 1) < 0.02);
});

test("a column fans by a quarter of the height and is squeezed only when it is too long", () => {
  assert.deepEqual(columnSteps(up(5), false), [0.35, 0.35, 0.35, 0.35]);
  assert.equal(columnSteps(up(9), false)[0], 0.35);
  assert.equal(columnSteps(up(12), false)[0], 0.29);
  assert.ok(columnSteps(up(11), false)[0] > 0.29);
  assert.equal(columnSteps(up(20), false)[0], 0.29);
});

test("the small face is never squeezed", () => {
  assert.equal(columnSteps(up(13), true)[0], 0.43);
});

test("cards that lie face down give way first", () => {
  const steps = columnSteps([...down(6), ...up(7)], false);
  assert.ok(steps[0] < 0.16);
  assert.ok(Math.abs(steps[8] - 0.35) < 1e-9);
});

test("squeezing one column leaves the others as they are", () => {
  const { spots, w } = plan("quadruple", 1100);
  const { piles } = state("quadruple");
  const fan = (pile) => (spots.get(piles[pile][1][0])?.y ?? 0) - (spots.get(piles[pile][0][0])?.y ?? 0);
  assert.equal(Math.round(fan("T1")), Math.round(0.29 * w));
  assert.equal(Math.round(fan("T2")), Math.round(0.35 * w));
});

test("the longest column decides the height, but a short game still has a table", () => {
  assert.equal(plan("choose", 900).height, 470);
  const { height, spots, w, h } = plan("quadruple", 1100);
  const lowest = Math.max(...[...spots.values()].map(({ y }) => y + h));
  assert.ok(Math.abs(height - lowest - 0.34 * w) <= 1.5);
});

test("only cards that can be seen have a place", () => {
  const { spots } = plan("quadruple", 1100);
  const count = (pile) => [...spots.values()].filter((spot) => spot.pile === pile).length;
  assert.equal(count("S"), 1);
  assert.equal(count("W"), 4);
  assert.equal(count("F2"), 2);
  assert.equal(count("R"), 22);
  assert.equal(count("T1"), 12);
});

test("the waste shows what is left of the last packet, with one card under it", () => {
  const table = { ...state("canfield"), fan: 2 };
  const { spots, w, places } = layout(table, 898);
  const shown = [...spots.values()].filter(({ pile }) => pile === "W").map(({ x }) => x - (places.get("W")?.x ?? 0));
  assert.deepEqual(shown, [0, 0, Math.round(0.47 * w)]);
});

test("a closed reserve is a staircase to the left whose open card does not move as it melts", () => {
  const table = state("canfield");
  const full = layout(table, 898);
  const key = table.piles.R.at(-1)[0];
  table.piles.R = table.piles.R.slice(3);
  const less = layout(table, 898);
  assert.equal(less.spots.get(key)?.x, full.spots.get(key)?.x);
  assert.ok(full.spots.get(key)?.plain === false && [...full.spots.values()].some(({ plain }) => plain));
});

test("an open reserve slants, and its deepest card does not move as its end gets shorter", () => {
  const table = state("superior");
  const full = layout(table, 638);
  const deepest = table.piles.R[0][0];
  const [first, second] = [full.spots.get(deepest), full.spots.get(table.piles.R[1][0])];
  assert.ok(first && second && second.x > first.x && second.y - first.y >= 0.29 * full.w - 1);
  table.piles.R = table.piles.R.slice(0, 4);
  assert.deepEqual(layout(table, 638).places.get("R"), full.places.get("R"));
});

test("many foundations stand in equal rows that are tucked, the later one in front", () => {
  assert.deepEqual(foundationRows(state("quadruple").shape), { rows: 2, each: 8, across: 8 });
  assert.deepEqual(foundationRows(state("double").shape), { rows: 2, each: 4, across: 5 });
  const { places, spots, w } = plan("quadruple", 1100);
  assert.ok(Math.abs((places.get("F9")?.y ?? 0) - (places.get("F1")?.y ?? 0) - 0.78 * w) <= 1);
  const { piles } = state("quadruple");
  assert.ok((spots.get(piles.F9.at(-1)[0])?.z ?? 0) > (spots.get(piles.F1.at(-1)[0])?.z ?? 0));
});

test("three columns still have four foundations in one row", () => {
  assert.deepEqual(foundationRows({ ...state("canfield").shape, columns: 3 }), { rows: 1, each: 4, across: 4 });
});

test("one card more to choose the base from moves nothing else", () => {
  const table = state("choose");
  const before = layout(table, 898);
  delete table.piles.T5;
  const after = layout(table, 898);
  for (const pile of ["S", "W", "R", "F1", "F4", "T1"]) assert.deepEqual(after.places.get(pile), before.places.get(pile));
  assert.equal(before.places.get("T5")?.x, after.places.get("T4")?.x);
});

test("where even 40 does not fit, the left block has a row of its own above the foundations", () => {
  const narrow = plan("quadruple", 440);
  assert.equal(narrow.tall, true);
  assert.ok(narrow.w >= 40);
  assert.ok((narrow.places.get("F1")?.y ?? 0) > (narrow.places.get("S")?.y ?? 0) + narrow.h);
  assert.equal(narrow.places.get("R")?.y, narrow.places.get("S")?.y);
  assert.equal(plan("quadruple", 640).tall, false);
});

test("four reserves stand two by two and leave the columns where they are", () => {
  const { places } = plan("duchess", 900);
  const plain = plan("canfield", 900).places;
  assert.equal(places.get("T1")?.x, plain.get("T1")?.x);
  assert.equal(places.get("R1")?.y, places.get("R2")?.y);
  assert.equal(places.get("R3")?.x, places.get("R1")?.x);
});

test("open reserves side by side hang over no foundation", () => {
  for (const width of [320, 380, 420]) {
    const now = plan("duchess", width);
    const table = state("duchess");
    const gate = layout({ ...table, shape: { ...table.shape, columns: 8 } }, width - 2);
    for (const { places, spots, h, tall } of [now, gate]) {
      const foundations = places.get("F1")?.y ?? 0;
      for (const { pile, y } of spots.values()) if (tall && pile[0] === "R") assert.ok(y + h < foundations, `${width}`);
    }
    assert.equal(gate.tall, true);
  }
});

test("the stock shows one more edge for every twelve cards, three at most", () => {
  assert.deepEqual([0, 11, 12, 25, 36, 160].map(stockEdges), [0, 0, 1, 2, 3, 3]);
});

test("the same table gives the same layout", () => {
  assert.deepEqual(plan("quadruple", 1000), plan("quadruple", 1000));
});

// Where a card is dropped

const board = plan("canfield", 900);
/** @param {string} pile @param {number} dx @param {number} dy */
const card = (pile, dx, dy) => {
  const { x, y } = board.places.get(pile) ?? { x: 0, y: 0 };
  return { x: x + dx, y: y + dy, w: board.w, h: board.h };
};

test("a drop on a legal pile counts, and beside it as far as the snap reaches", () => {
  assert.deepEqual(dropPile(board, card("T4", 20, 30), ["T4"], "T1"), { pile: "T4", legal: true });
  assert.deepEqual(dropPile(board, card("R", 150, 60), ["R"], "T1"), { pile: "R", legal: true });
  assert.equal(dropPile(board, card("R", 165, 60), ["R"], "T1"), null);
});

test("of two legal piles the one that is covered more gets the card", () => {
  assert.equal(dropPile(board, card("T2", 70, 0), ["T2", "T3"], "T1")?.pile, "T3");
  assert.equal(dropPile(board, card("T2", 40, 0), ["T2", "T3"], "T1")?.pile, "T2");
});

test("a drop anywhere in the tray is a drop on the foundation that may receive", () => {
  assert.deepEqual(dropPile(board, card("F4", 0, 0), ["F1"], "R"), { pile: "F1", legal: true });
});

test("a card that lies squarely on a pile that may not receive it is meant for that pile", () => {
  assert.deepEqual(dropPile(board, card("T3", 5, 5), ["T2"], "R"), { pile: "T3", legal: false });
});

test("a card over its own pile is meant for none", () => {
  assert.equal(dropPile(board, card("T1", 8, 8), ["T2"], "T1"), null);
  assert.equal(dropPile(board, { x: 0, y: 0, w: 1, h: 1 }, [], "T1"), null);
});
