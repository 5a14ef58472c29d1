"""A host for the board without Jupyter: the bundle in a real browser under a model that only records and answers.

The model behaves as the notebook's does where the board depends on it: views get a proxy, events hand out the model
proper, a dead comm swallows what is saved.
"""

from __future__ import annotations

import copy
import json
import pathlib

from canfield_widget import panel
from canfield_widget.commands import Desk
from canfield_widget.game import Game
from canfield_widget.session import Session
from canfield_widget.settings import checked

HERE = pathlib.Path(__file__).parent
PACKAGE = HERE.parents[1] / "canfield_widget"

MOUNT = """async ([esm, css, state, words, options]) => {
  document.documentElement.lang = options.lang;
  Object.assign(document.body.style, {margin: '20px'});
  if (options.theme) document.body.dataset.jpThemeLight = String(options.theme === 'light');
  const traits = {state, search: {}, page: {}, words, outbox: []};
  const listeners = {};
  const real = {
    comm_live: options.live, saved: [],
    get: (name) => traits[name],
    trigger(name, ...args) { for (const call of [...(listeners[name] ?? [])]) call(...args); },
    set(name, value) { traits[name] = value; real.trigger('change:' + name, real, value); },
    save_changes() {
      if (real.fails) throw new Error('Cannot send');
      if (!real.comm_live) return;
      real.saved.push(structuredClone(traits.outbox));
      window.kernel?.(traits.outbox).then(window.board.take);
    },
    on(name, call) { (listeners[name] ??= []).push(call); },
    off(name, call) { listeners[name] = (listeners[name] ?? []).filter((each) => each !== call); },
    send() { throw new Error('no custom messages'); },
  };
  const {get, set, save_changes, on, off, send} = real;
  const proxy = () => ({get, set, save_changes, on, off, send});
  window.board = {
    real, listeners: () => Object.values(listeners).flat().length,
    life: new AbortController(), views: [],
    take(told) { for (const [name, value] of Object.entries(told)) real.set(name, value); },
    live(value) { real.comm_live = value; real.trigger('comm_live_update'); },
  };
  const module = await import(URL.createObjectURL(new Blob([esm], {type: 'text/javascript'})));
  const widget = typeof module.default === 'function' ? await module.default() : module.default;
  await widget.initialize?.({model: proxy(), signal: window.board.life.signal});
  for (let n = 0; n < options.views; n += 1) {
    let el = document.createElement('div');
    el.className = 'output';
    el.style.width = options.width + 'px';
    const cell = document.createElement('div');
    cell.className = 'jp-Cell';
    cell.tabIndex = -1;
    cell.append(el);
    document.body.append(cell);
    if (options.shadow) { el = el.attachShadow({mode: 'open'}).appendChild(document.createElement('div')); }
    const style = Object.assign(document.createElement('style'), {textContent: css});
    if (options.shadow || n === 0) (options.shadow ? el.parentNode : document.head).append(style);
    const life = new AbortController();
    const props = {model: proxy(), el};
    if (options.signal) props.signal = life.signal;
    window.board.views.push({life, el, cleanup: await widget.render(props)});
  }
}"""


def state(name: str) -> dict:
    return json.loads((HERE / "states" / f"{name}.json").read_text(encoding="utf-8"))


def words(lang: str) -> dict:
    return json.loads((PACKAGE / "locales" / f"board.{lang}.json").read_text(encoding="utf-8"))


class FakeHost:
    """One board in one page. `board.state` is what the kernel has; `give` sends it."""

    def __init__(
        self,
        page,
        name="canfield",
        *,
        width=900,
        lang="en",
        theme=None,
        live=True,
        views=1,
        shadow=False,
        signal=True,
        change=None,
        at="about:blank",
    ):
        self.page = page
        self.state = state(name)
        if change:
            change(self.state)
        page.goto(at)
        options = {
            "width": width,
            "lang": lang,
            "theme": theme,
            "live": live,
            "views": views,
            "shadow": shadow,
            "signal": signal,
        }
        static = PACKAGE / "static"
        page.evaluate(
            MOUNT,
            [
                (static / "widget.js").read_text(encoding="utf-8"),
                (static / "widget.css").read_text(encoding="utf-8"),
                self.state,
                words(self.state["lang"]),
                options,
            ],
        )
        self.root = page.locator(".cfw-root").first
        self.root.locator("xpath=self::*[@data-rev]").wait_for()
        self.settle()

    # what the board asked

    @property
    def outbox(self) -> list[dict]:
        """The list as it was saved last."""
        return self.page.evaluate("window.board.real.saved.at(-1) ?? []")

    @property
    def asked(self) -> list[dict]:
        """Every command but the greeting and the panel's closing, once, in order."""
        lists = self.page.evaluate("window.board.real.saved")
        found = {command["seq"]: command for commands in lists for command in commands}
        return [found[seq] for seq in sorted(found) if found[seq]["do"] not in ("hello", "close")]

    @property
    def tokens(self) -> list[str]:
        return [command["move"] for command in self.asked if command["do"] == "move"]

    # what the kernel answers

    def give(
        self,
        *,
        answered: bool = True,
        ok: bool = True,
        text: str | None = None,
        kind: str = "move",
        blame=(),
        **changes,
    ):
        """A new state, with an answer to all that was asked so far."""
        new = copy.deepcopy(self.state)
        new.update(changes)
        new["rev"] += 1
        if text is not None:
            new["message"] = {"id": new["rev"], "kind": kind if ok else "refusal", "text": text, "blame": list(blame)}
        lists = self.page.evaluate("window.board.real.saved")
        if answered and lists:
            last = max((command for commands in lists for command in commands), key=lambda command: command["seq"])
            new["answers"] = {last["client"]: {"seq": last["seq"], "ok": ok, "why": None if ok else text}}
        self.state = new
        self.page.evaluate("(state) => window.board.real.set('state', state)", new)

    def search(self, **search):
        """What the kernel tells of a search; nothing where none runs."""
        self.page.evaluate("(search) => window.board.real.set('search', search)", search)

    def open(self, name="menu", *, start="canfield; deal 7; moves S-W", **settings):
        """Opens the panel with the button; Python answers with that page of a real game."""
        self.page.locator("[data-do=menu]").click()
        desk = Desk(Session(Game.from_text(start)), settings=checked({"lang": self.state["lang"], **settings}))
        desk.open_page = name, self.asked[-1]["view"]
        self.page.evaluate("(page) => window.board.real.set('page', page)", panel.page(desk))
        return self.panel

    @property
    def panel(self):
        return self.page.locator(".cfw-panel").first

    def item(self, label: str):
        """The button of the panel with these words on it."""
        return self.panel.get_by_role("button", name=label).or_(self.panel.get_by_role("switch", name=label)).first

    def move(self, source: str, count: int, target: str, **more):
        """The kernel moves cards; what is legal afterwards is not worked out here."""
        piles = copy.deepcopy(self.state["piles"])
        piles[target] += piles[source][-count:]
        del piles[source][-count:]
        self.give(piles=piles, ply=self.state["ply"] + 1, **more)

    # hands

    def key(self, pile: str, index: int = -1) -> str:
        return self.state["piles"][pile][index][0]

    def card(self, key: str):
        return self.page.locator(f"[data-key='{key}']").first

    def top(self, pile: str):
        return self.card(self.key(pile))

    def place(self, pile: str):
        return self.page.locator(f".cfw-place[data-pile='{pile}']").first

    def box(self, key: str) -> dict:
        return self.card(key).bounding_box()

    def settle(self):
        """Waits until nothing moves."""
        self.page.wait_for_function("""() => {
          const roots = [document, ...window.board.views.map((view) => view.el.getRootNode())];
          return roots.every((root) => root.getAnimations().every((each) => each.playState !== 'running'));
        }""")

    def hold(self, key: str, at=(30, 12)):
        """Mouse down on a card, `at` pixels from its corner."""
        box = self.box(key)
        self.page.mouse.move(box["x"] + at[0], box["y"] + at[1])
        self.page.mouse.down()

    def drag(self, key: str, to: dict, at=(30, 12), steps=5, drop=True):
        """Carries a card so that its corner comes to `to`."""
        self.hold(key, at)
        self.page.mouse.move(to["x"] + at[0], to["y"] + at[1], steps=steps)
        if drop:
            self.page.mouse.up()

    def drag_to(self, key: str, pile: str, **more):
        cards = self.state["piles"][pile]
        self.drag(key, self.box(cards[-1][0]) if cards and pile != "S" else self.place(pile).bounding_box(), **more)

    def click(self, locator):
        box = locator.bounding_box()
        self.page.mouse.click(box["x"] + 20, box["y"] + 12)

    @property
    def focused(self) -> str | None:
        """The key of the card with the focus, or the name of the pile."""
        return self.page.evaluate("""() => { let at = document.activeElement;
          while (at?.shadowRoot) at = at.shadowRoot.activeElement;
          return at?.dataset.key ?? at?.dataset.pile ?? at?.dataset.do ?? null; }""")
