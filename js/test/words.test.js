import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { cardName, cardPlaceName, placeName, speaker } from "../src/words.js";

/** @param {string} path */
const read = (path) => readFileSync(new URL(path, import.meta.url), "utf8");
/** @param {string} lang */
const table = (lang) => JSON.parse(read(`../../canfield_widget/locales/board.${lang}.json`));
/** @param {string} name */
const state = (name) => JSON.parse(read(`../../tests/board/states/${name}.json`));
const [en, de] = [speaker(table("en")), speaker(table("de"))];

test("placeholders are filled in, and one is not many", () => {
  assert.equal(en("moves", { n: 3 }), "3 moves");
  assert.equal(en("moves", { n: 1 }), "1 move");
  assert.equal(de("pass-of", { n: 2, of: 3 }), "Durchgang 2 von 3");
});

test("a key without words speaks for itself", () => {
  assert.equal(speaker({})("undo"), "undo");
});

test("every card has a name in both languages", () => {
  assert.equal(cardName(en, "7H"), "Seven of hearts");
  assert.equal(cardName(de, "7H"), "Herz-Sieben");
  assert.equal(cardName(de, "TD"), "Karo-Zehn");
  assert.equal(cardName(de, "JC"), "Kreuz-Bube");
  const faces = [..."A23456789TJQK"].flatMap((rank) => [..."SHDC"].map((suit) => rank + suit));
  for (const say of [en, de]) {
    const names = faces.map((face) => cardName(say, face));
    assert.equal(new Set(names).size, 52);
    assert.ok(names.every((name) => !/[{}]|rank|suit-/.test(name)));
  }
});

test("a hidden card is only that", () => {
  assert.equal(cardName(en, null), "Card face down");
});

test("places say what they are and what they take", () => {
  assert.equal(placeName(en, state("canfield"), "S", false), "Stock, 16 cards");
  assert.equal(placeName(en, state("canfield"), "F4", false), "Foundation 4, empty. Begins with: seven.");
  assert.equal(placeName(de, state("refused"), "S", true), "Stapel, leer. Dreht die Ablage um.");
  assert.equal(placeName(de, state("refused"), "T4", false), "Spalte 4, leer");
  assert.equal(placeName(en, state("choose"), "F1", false), "Foundation 1, empty");
});

test("cards say where they lie", () => {
  assert.equal(cardPlaceName(en, state("canfield"), "T1", 0), "Queen of spades, column 1, 1 of 5");
  assert.equal(cardPlaceName(en, state("canfield"), "F1", 2), "Nine of spades, foundation 1");
  assert.equal(cardPlaceName(de, state("run"), "R", 10), "Pik-Zwei, Reserve, 11 von 11");
  assert.equal(cardPlaceName(en, state("duchess"), "R2", 1), "Eight of hearts, reserve 2, 2 of 3");
});

test("both languages have the same keys with the same placeholders", () => {
  const holes = (text) => (text.match(/\{\w+\}/g) ?? []).sort().join();
  assert.deepEqual(Object.keys(table("en")), Object.keys(table("de")));
  for (const [key, text] of Object.entries(table("en"))) assert.equal(holes(table("de")[key]), holes(text), key);
});

test("every key that the board asks for is in the table, and every key of the table is asked for", () => {
  const folder = new URL("../src/", import.meta.url);
  const source = readdirSync(folder).filter((name) => name.endsWith(".js")).map((name) => read(`../src/${name}`)).join("\n");
  const asked = new Set([...source.matchAll(/say\(\)?\(?"([a-z-]+)"/g)].map(([, key]) => key));
  for (const key of asked) assert.ok(key in table("en"), key);
  for (const key of Object.keys(table("en"))) {
    const stem = key.replace(/-(1|[A-Z2-9])$/, "");
    assert.ok(source.includes(`"${key}"`) || source.includes(`"${stem}"`) || /^(rank|suit|key|no)-/.test(key), key);
  }
});

test("German never says Farbe alone", () => {
  for (const text of Object.values(table("de"))) assert.doesNotMatch(String(text), /\bFarben?\b/);
});
