// What the board knows of anywidget: a link between the model and the views. (The keys of steppers are in keys.js.)

/** @import { AnyModel, AnyWidget } from "@anywidget/types" */
/** @import { Command, Link, Page, Search, State, Wish } from "./types.js" */
import { createClock, now } from "./clock.js";
import { on } from "./make.js";
import { pageLanguage } from "./page.js";
import { createQueue } from "./queue.js";
import { createTable } from "./table.js";
import { speaker } from "./words.js";
import "./style.css";

const PATIENCE = 1000;
const IDLE = 5 * 60_000;

/** @typedef {{ state: State, search?: Search, page?: Page | {}, words: Record<string, string>, outbox: Command[] }} Traits */

/**
 * @param {AnyModel<Traits>} model
 * @param {AbortSignal} signal
 * @returns {Link}
 */
function createLink(model, signal) {
  /** @type {Set<() => void>} */
  const listeners = new Set();
  /** @type {{ comm_live?: boolean } | null} */
  let real = null;
  let gone = false;
  let late = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let patience;

  const state = () => model.get("state");
  const tell = () => {
    for (const listener of listeners) listener();
  };
  const client = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  const clock = createClock(signal);
  const queue = createQueue(client, (commands) => {
    try {
      model.set("outbox", commands);
      model.save_changes();
    } catch {
      lose();
    }
  }, clock.count);

  /** What this browser keeps for a Python that cannot; `text` is put there. @param {string} [text] */
  const shelf = (text) => {
    const at = `canfield-widget ${state()?.keep?.at}`;
    try {
      if (text) localStorage[at] = text;
      return localStorage[at];
    } catch {} // a page may be denied its storage, or have filled it
  };

  function wind() {
    clearTimeout(patience);
    late = false;
    if (!queue.waiting || gone) return;
    patience = setTimeout(() => {
      late = true;
      tell();
    }, PATIENCE);
  }

  function lose() {
    gone = true;
    clearTimeout(patience);
    tell();
  }

  /**
   * Saving is silent where nobody listens. The model proper says so, but is handed out in events only.
   * @param {unknown} told
   */
  const meet = (told) => {
    if (told && typeof told === "object" && "comm_live" in told) real = /** @type {{ comm_live: boolean }} */ (told);
    if (real?.comm_live === false && !gone) lose();
  };
  const onState = (/** @type {unknown} */ told) => {
    meet(told);
    shelf(state()?.keep?.text);
    if (queue.answer(state()?.answers)) wind();
    const fresh = state()?.clock;
    // Only what Python has counted anew begins the time here anew.
    if (fresh?.ms !== known?.ms || !fresh?.running) toldAt = clock.count();
    if (!known?.running) touched = now();
    known = fresh;
    tell();
  };
  let ran = false;
  // marimo runs the cells that show a board when the board says something, not when Python does.
  const onSearch = () => {
    const runs = !!model.get("search")?.what;
    if (ran && !runs && window.customElements.get("marimo-anywidget")) ask({ do: "away" });
    ran = runs;
    tell();
  };
  const onLive = () => {
    const live = real?.comm_live ?? false;
    if (!live) return lose();
    gone = false;
    tell();
  };
  /** @type {[string, (told?: unknown) => void][]} */
  const events = [
    ["change:outbox", meet], ["change:state", onState], ["change:words", tell], ["change:search", onSearch], ["change:page", tell],
    ["comm_live_update", onLive],
  ];
  const { on: follow, off } = /** @type {Record<"on" | "off", (name: string, callback: (told?: unknown) => void) => void>} */ (model);
  for (const [name, callback] of events) follow.call(model, name, callback);
  on(signal, "abort", () => {
    clearTimeout(patience);
    clearInterval(idle);
    for (const [name, callback] of events) off.call(model, name, callback);
  });

  /** @type {Record<string, string> | null} */
  let table = null;
  let speak = speaker({});
  const say = () => {
    const words = model.get("words") ?? null;
    if (words !== table) speak = speaker((table = words) ?? {});
    return speak;
  };
  /** @param {Wish} wish */
  const ask = (wish) => {
    const seq = queue.add(wish, state()?.rev ?? 0);
    if (!late) wind();
    return seq;
  };
  ask({ do: "hello", lang: pageLanguage(document), kept: shelf() });

  // Time: what was seen goes out when the page is left, and a game that nobody plays is covered.
  let toldAt = clock.count();
  let known = state()?.clock;
  let touched = now();
  const running = () => !gone && !!state()?.clock?.running;
  const leave = () => ask(state()?.settings?.auto_pause ? { do: "pause", on: true } : { do: "away" });
  on(document, "visibilitychange", () => {
    if (document.hidden && running()) leave();
  }, signal);
  const idle = setInterval(() => {
    if (running() && now() - touched > IDLE && state()?.settings?.auto_pause) leave();
  }, 10_000);

  return {
    state: () => (state()?.piles ? state() : null),
    search: () => model.get("search") ?? {},
    page(view) {
      const page = model.get("page");
      return page && "view" in page && page.view === view ? /** @type {Page} */ (page) : null;
    },
    clock,
    time: () => {
      const told = state()?.clock;
      return (told?.ms ?? 0) + (told?.running && !gone ? clock.count() - toldAt : 0);
    },
    touched() {
      touched = now();
    },
    say,
    ask,
    open: (seq) => !gone && queue.isOpen(seq),
    kernel: () => (gone ? "gone" : late ? "waiting" : queue.length ? "busy" : "live"),
    forget() {
      queue.forget();
      wind();
      tell();
    },
    watch(listener, signal) {
      listeners.add(listener);
      on(signal, "abort", () => listeners.delete(listener));
    },
  };
}

/** @type {() => { initialize: any, render: any }} */
const widget = () => {
  /** @type {Link | null} */
  let link = null;

  /** Hosts before anywidget 0.11 hand no signal. @param {AbortSignal | undefined} signal */
  const life = (signal) => {
    const own = new AbortController();
    signal?.addEventListener("abort", () => own.abort());
    if (signal?.aborted) own.abort();
    return own;
  };

  return {
    /** @param {{ model: AnyModel<Traits>, signal?: AbortSignal }} props */
    initialize({ model, signal }) {
      const own = life(signal);
      link = createLink(model, own.signal);
      return () => own.abort();
    },

    /** @param {{ model: AnyModel<Traits>, el: HTMLElement, signal?: AbortSignal }} props */
    render({ model, el, signal }) {
      const own = life(signal);
      // Where a page draws a board without calling initialize, the link lives as long as its view.
      createTable(el, link ?? createLink(model, own.signal), own.signal);
      return () => own.abort();
    },
  };
};

export default /** @satisfies {AnyWidget<Traits>} */ (widget);
