"""A second, naive reading of the rules, written from the rule texts; the engine is
checked against it.

It shares no code with `canfield_widget`: cards are strings, piles are lists, a
position is a dict, and nothing is done for speed. The rule texts it follows:
"Canfield Solitär verstehen" (000), "Superior Canfield Solitär" (001), the Cards4
guide to Canfield (002), "Canfield Solitaire" after Hoyle (003) and "Quadruple
Canfield Solitär" (004). The other rows follow well-known programs and books.

A position: `stock` and `waste` (lists), `reserves`, `foundations`, `tableau` (lists of
lists), `down` (per column the set of indexes that lie face down), `base` (a rank from
1, or None while it is still to be chosen) and `pass` (from 1). Every pile has its
bottom card first; the last card of the stock is turned first.
"""

from itertools import pairwise

Rules = dict
Position = dict

RANKS = "A23456789TJQK"
SUITS = "SHDC"

# Text 000, in full; every other row says only what it has otherwise than this one.
CANFIELD: Rules = {
    "decks": 1,
    "columns": 4,
    "column_deal": "u",  # one letter a card, bottom first: u face up, d face down
    "reserve_size": 13,
    "reserve_face": "top",  # top, all, none
    "reserve_piles": 1,
    "base_rank": "dealt",  # dealt, chosen (from the row), reserve (chosen from there), 1-13
    "prefounded": False,  # True: all cards of the base rank are laid out beforehand
    "foundation_return": "never",  # never, top, top_not_base
    "build": "alternate",  # alternate, suit, rank
    "wrap": "cyclic",  # none, cyclic, stops_at_base
    "group": "whole",  # single, whole, single_or_whole, suffix
    "space_with_reserve": "auto",  # auto, reserve, reserve_or_waste, any
    "space_after": "waste",  # waste, any, none, auto_waste
    "deal_count": 3,  # or a tuple, one number for each pass
    "passes": None,  # None: without limit
    "column_cap": None,
    "space_rank": None,  # None, 1-13, base-1
    "ranks": 13,
}
# What several rows have in common.
TOP_OR_ALL = {"group": "single_or_whole", "space_after": "any"}
ANY_RUN = {"group": "suffix", "space_after": "any"}
FREE_SPACES = {"reserve_face": "all", "space_with_reserve": "any"}
TWOS_OUT = {"base_rank": 2, "prefounded": True, "build": "suit"}
ACES_OUT = {"base_rank": 1, "prefounded": True}
TOAD = {"decks": 2, "columns": 8, "reserve_size": 20, "reserve_face": "all", "build": "suit"}
FOUR_DECKS = {"decks": 4, "columns": 8, "reserve_size": 39}
WINGS = {"columns": 8, "reserve_face": "none", "build": "suit", "group": "single"}
KINGS = ANY_RUN | {
    "columns": 7,
    "column_deal": "dudu",
    "base_rank": 1,
    "wrap": "none",
    "space_with_reserve": "any",
    "space_rank": 13,
}
TWO_DECKS = {"decks": 2, "columns": 9, "reserve_size": 13, "reserve_face": "all"}
THREE_DECKS = {"decks": 3, "columns": 12, "reserve_size": 15, "reserve_face": "all"}
FROM_ACES = ANY_RUN | {"base_rank": 1, "wrap": "none", "foundation_return": "top"}
FOUR_THREES = {"reserve_piles": 4, "reserve_size": 3, "reserve_face": "all"}
TWO_FIVES = {"reserve_piles": 2, "reserve_size": 5, "reserve_face": "all", "space_after": "auto_waste"}
ONE_PASS = {"deal_count": 1, "passes": 1}
TWO_PASSES = {"deal_count": 1, "passes": 2}
THREE_PASSES = {"deal_count": 1, "passes": 3}

RULES: dict[str, Rules] = {
    "canfield": CANFIELD,  # 000
    "canfield-single": CANFIELD | {"group": "single_or_whole"},  # 002
    "canfield-hoyle": CANFIELD | {},  # 003; K on A is not mentioned there
    "canfield-relaxed": CANFIELD | ANY_RUN,
    "canfield-pysol": CANFIELD | TOP_OR_ALL,
    "canfield-aisleriot": CANFIELD | ANY_RUN | {"foundation_return": "top_not_base"},
    "superior": CANFIELD | ANY_RUN | FREE_SPACES,  # 001
    "superior-pysol": CANFIELD | TOP_OR_ALL | FREE_SPACES,
    "rainfall": CANFIELD | TOP_OR_ALL | THREE_PASSES,
    "rainbow": CANFIELD | TOP_OR_ALL | ONE_PASS | {"build": "rank"},
    "storehouse": CANFIELD | TWOS_OUT | THREE_PASSES,
    "storehouse-pysol": CANFIELD | TWOS_OUT | TOP_OR_ALL | THREE_PASSES,
    "chameleon": CANFIELD | ONE_PASS | {"columns": 3, "reserve_size": 12, "build": "rank", "group": "suffix"},
    "selective": CANFIELD | {"base_rank": "chosen"},
    "rush": CANFIELD | TOP_OR_ALL | {"deal_count": (3, 2, 1), "passes": 3},
    "casino": CANFIELD | TOP_OR_ALL | ONE_PASS,
    "double": CANFIELD | TOP_OR_ALL | {"decks": 2, "columns": 5},
    "triple": CANFIELD | TOP_OR_ALL | {"decks": 3, "columns": 7, "reserve_size": 26},
    "quadruple": CANFIELD | ANY_RUN | FOUR_DECKS | {"foundation_return": "top"},  # 004; as 003
    "quadruple-pysol": CANFIELD | TOP_OR_ALL | FOUR_DECKS,
    "demon": CANFIELD | ANY_RUN | {"decks": 2, "columns": 8, "reserve_size": 40},
    "variegated": CANFIELD | ACES_OUT | TOP_OR_ALL | {"decks": 2, "columns": 5, "reserve_face": "all", "passes": 3},
    "american-toad": CANFIELD | TOAD | TWO_PASSES | {"group": "single_or_whole"},
    "double-storehouse": CANFIELD | TWOS_OUT | ANY_RUN | THREE_PASSES | {"decks": 2, "reserve_size": 19},
    "acme": CANFIELD | ACES_OUT | TWO_PASSES | {"build": "suit", "group": "single", "space_after": "any"},
    "coyote": CANFIELD | ACES_OUT | TWO_PASSES | ANY_RUN | {"build": "suit"},
    "candike": CANFIELD | ANY_RUN | {"columns": 7, "column_deal": "du", "wrap": "none"},
    "three-demons": CANFIELD | ANY_RUN | {"decks": 3, "columns": 9, "reserve_size": 48, "space_rank": "base-1"},
    "eagle-wing": CANFIELD | WINGS | THREE_PASSES | {"column_cap": 3, "space_after": "any"},
    "eagle-wing-classic": CANFIELD | WINGS | THREE_PASSES | {"column_cap": 1},
    "minerva": CANFIELD | KINGS | TWO_PASSES | {"reserve_size": 11},
    "munger": CANFIELD | KINGS | ONE_PASS | {"reserve_size": 7},
    "mystique": CANFIELD | KINGS | ONE_PASS | {"reserve_size": 9, "space_rank": None},
    "minerva-politaire": CANFIELD | KINGS | TWO_PASSES | {"reserve_size": 11, "reserve_face": "all"},
    "munger-politaire": CANFIELD | KINGS | ONE_PASS | {"reserve_size": 7, "reserve_face": "all"},
    "mystique-politaire": CANFIELD | KINGS | ONE_PASS | {"reserve_size": 9, "reserve_face": "all"},
    "double-minerva": CANFIELD | KINGS | TWO_PASSES | TWO_DECKS,
    "triple-minerva": CANFIELD | KINGS | TWO_PASSES | THREE_DECKS,
    "duke": CANFIELD | FREE_SPACES | FROM_ACES | FOUR_THREES | THREE_PASSES,
    "duchess": CANFIELD | FOUR_THREES | TWO_PASSES | {"base_rank": "reserve", "space_with_reserve": "reserve"},
    "gate": CANFIELD | FROM_ACES | TWO_FIVES | ONE_PASS | {"columns": 8},
    "little-gate": CANFIELD | FROM_ACES | TWO_FIVES | ONE_PASS,
}


def rank(card: str) -> int:
    return RANKS.index(card[0]) + 1


def suit(card: str) -> str:
    return card[1]


def is_red(card: str) -> bool:
    return card[1] in "HD"


# --- the deal -----------------------------------------------------------------------


def start(rules: Rules, cards: list[str]) -> Position:
    """The position after the deal; `cards` is the deck in the order of dealing."""
    ranks, decks = rules["ranks"], rules["decks"]
    wanted = sorted(r + s for s in SUITS for r in RANKS[:ranks]) * decks
    if sorted(cards) != sorted(wanted):
        raise ValueError("not the cards of this game")
    cards = list(cards)
    base = rules["base_rank"]
    foundations: list[list[str]] = [[] for _ in range(4 * decks)]
    if rules["prefounded"]:
        for pile, s in zip(foundations, SUITS * decks, strict=True):
            pile.append(RANKS[base - 1] + s)
        cards = [card for card in cards if rank(card) != base]
    reserves = []
    for _ in range(rules["reserve_piles"]):
        reserves.append([cards.pop(0) for _ in range(rules["reserve_size"])])
    if base == "dealt":
        foundations[0].append(cards.pop(0))
        base = rank(foundations[0][0])
    columns = rules["columns"]
    if base == "reserve":
        base = None
    if base == "chosen":
        base = None
        columns += 1  # one card more than columns; the first move takes one away
    tableau: list[list[str]] = [[] for _ in range(columns)]
    down: list[set[int]] = [set() for _ in range(columns)]
    for row, face in enumerate(rules["column_deal"]):
        for column in range(columns):
            tableau[column].append(cards.pop(0))
            if face == "d":
                down[column].add(row)
    return {
        "stock": cards[::-1],
        "waste": [],
        "reserves": reserves,
        "foundations": foundations,
        "tableau": tableau,
        "down": down,
        "base": base,
        "pass": 1,
    }


# --- what fits on what --------------------------------------------------------------


def fits_on_card(rules: Rules, position: Position, card: str, under: str) -> bool:
    """May `card` be built on `under`, which lies face up in a column?"""
    if rules["build"] == "alternate" and is_red(card) == is_red(under):
        return False
    if rules["build"] == "suit" and suit(card) != suit(under):
        return False
    if rules["wrap"] == "stops_at_base" and rank(under) == position["base"]:
        return False
    if rank(under) == 1:
        return rules["wrap"] != "none" and rank(card) == rules["ranks"]
    return rank(card) == rank(under) - 1


def foundation_for(rules: Rules, position: Position, card: str) -> int | None:
    """The index of the foundation that takes the card, None if there is none."""
    if rank(card) == position["base"]:
        for index, pile in enumerate(position["foundations"]):
            if not pile:
                return index
        return None
    for index, pile in enumerate(position["foundations"]):
        if pile and len(pile) < rules["ranks"] and suit(pile[-1]) == suit(card):
            next_rank = rank(pile[-1]) + 1
            if next_rank > rules["ranks"]:
                next_rank = 1
            if rank(card) == next_rank:
                return index
    return None


def who_may_enter_a_space(rules: Rules, position: Position) -> str:
    """Letters of the kinds of piles that may send a card into a space."""
    if any(position["reserves"]):
        kinds = {"auto": "R", "reserve": "R", "reserve_or_waste": "RW", "any": "RWTF"}
        return kinds[rules["space_with_reserve"]]
    return {"waste": "W", "any": "RWTF", "none": "", "auto_waste": "RWTF"}[rules["space_after"]]


def space_takes_rank(rules: Rules, position: Position, card: str) -> bool:
    wanted = rules["space_rank"]
    if wanted == "base-1":
        wanted = position["base"] - 1 or rules["ranks"]
    return wanted is None or rank(card) == wanted


# --- the moves ----------------------------------------------------------------------


def pass_is_left(rules: Rules, position: Position) -> bool:
    return rules["passes"] is None or position["pass"] < rules["passes"]


def reserve_name(rules: Rules, index: int) -> str:
    return "R" if rules["reserve_piles"] == 1 else f"R{index + 1}"


def open_tops(rules: Rules, position: Position) -> list[tuple[str, str]]:
    """(pile, card) of the single cards that may go to a foundation."""
    found = []
    for index, pile in enumerate(position["reserves"]):
        if pile and (rules["reserve_face"] != "none" or len(pile) == 1):
            found.append((reserve_name(rules, index), pile[-1]))
    if position["waste"]:
        found.append(("W", position["waste"][-1]))
    for index, pile in enumerate(position["tableau"]):
        if pile and len(pile) - 1 not in position["down"][index]:
            found.append((f"T{index + 1}", pile[-1]))
    return found


def returning_tops(rules: Rules, position: Position) -> list[tuple[str, str]]:
    """(pile, card) of the foundation cards that may come back."""
    found = []
    for pile in position["foundations"]:
        if not pile or rules["foundation_return"] == "never":
            continue
        if len(pile) == 1 and rules["foundation_return"] == "top_not_base":
            continue
        found.append((f"F{suit(pile[-1])}{pile[-1][0]}", pile[-1]))
    return found


def movable_groups(rules: Rules, position: Position, column: int) -> list[list[str]]:
    """The groups that may leave a column for another column, the smallest first."""
    cards = position["tableau"][column]
    found = []
    for count in range(1, len(cards) + 1):
        group = cards[-count:]
        if len(cards) - count in position["down"][column]:
            break  # and so are the cards below it
        if any(not fits_on_card(rules, position, upper, lower) for lower, upper in pairwise(group)):
            break
        size_is_right = {
            "single": count == 1,
            "whole": count == len(cards),
            "single_or_whole": count == 1 or count == len(cards),
            "suffix": True,
        }[rules["group"]]
        if size_is_right:
            found.append(group)
    return found


def column_takes(rules: Rules, position: Position, column: int, group: list[str], kind: str) -> bool:
    """May the group, coming from a pile of this kind (R, W, T, F), go there?"""
    cards = position["tableau"][column]
    cap = rules["column_cap"]
    if cap is not None and len(cards) + len(group) > cap:
        return False
    if cards:
        if len(cards) - 1 in position["down"][column]:
            return False
        return fits_on_card(rules, position, group[0], cards[-1])
    if kind not in who_may_enter_a_space(rules, position):
        return False
    return space_takes_rank(rules, position, group[0])


def won(rules: Rules, position: Position) -> bool:
    return all(len(pile) == rules["ranks"] for pile in position["foundations"])


def tokens(rules: Rules, position: Position) -> set[str]:
    """The legal moves."""
    columns = range(len(position["tableau"]))
    if won(rules, position):
        return set()
    if position["base"] is None and rules["base_rank"] == "reserve":
        tops = open_tops(rules, position)
        return {f"{name}-F" for name, _ in tops if name[0] == "R"}
    if position["base"] is None:
        return {f"T{column + 1}-F" for column in columns}
    found = set()
    if position["stock"]:
        found.add("S-W")
    elif position["waste"] and pass_is_left(rules, position):
        found.add("W-S")
    for name, card in open_tops(rules, position):
        if foundation_for(rules, position, card) is not None:
            found.add(f"{name}-F")
    singles = [top for top in open_tops(rules, position) if top[0][0] != "T"]
    for name, card in singles + returning_tops(rules, position):
        for column in columns:
            if column_takes(rules, position, column, [card], name[0]):
                found.add(f"{name}-T{column + 1}")
    for source in columns:
        for group in movable_groups(rules, position, source):
            whole = len(group) == len(position["tableau"][source])
            for column in columns:
                if column == source or (whole and not position["tableau"][column]):
                    continue
                if column_takes(rules, position, column, group, "T"):
                    found.add(column_token(source, column, len(group)))
    return found


def column_token(source: int, target: int, count: int) -> str:
    return f"T{source + 1}-T{target + 1}" + (f"x{count}" if count > 1 else "")


def candidate_tokens(rules: Rules, position: Position) -> set[str]:
    """Every move one could ask for, legal or not."""
    columns = range(len(position["tableau"]))
    names = [reserve_name(rules, index) for index in range(len(position["reserves"]))]
    found = {"S-W", "W-S"} | {f"T{column + 1}-F" for column in columns}
    for name in [*names, "W"]:
        found |= {f"{name}-F"} | {f"{name}-T{column + 1}" for column in columns}
    for pile in position["foundations"]:
        if pile:
            name = f"F{suit(pile[-1])}{pile[-1][0]}"
            found |= {f"{name}-T{column + 1}" for column in columns}
    for source in columns:
        for count in range(1, max(1, len(position["tableau"][source])) + 1):
            for target in columns:
                if target != source:
                    found.add(column_token(source, target, count))
    return found


def copy_of(position: Position) -> Position:
    new = dict(position)
    for name in ("stock", "waste"):
        new[name] = list(position[name])
    for name in ("reserves", "foundations", "tableau"):
        new[name] = [list(pile) for pile in position[name]]
    new["down"] = [set(indexes) for indexes in position["down"]]
    return new


def play(rules: Rules, position: Position, token: str) -> Position:
    """The position after a legal move; the old one stays as it is."""
    if token not in tokens(rules, position):
        raise ValueError(f"not a legal move: {token}")
    return after(rules, position, token)


def after(rules: Rules, position: Position, token: str) -> Position:
    """The same without asking whether the move is legal."""
    new = copy_of(position)
    source, target = token.split("-")
    count = 1
    if "x" in target:
        target, count = target.split("x")[0], int(target.split("x")[1])
    if token == "S-W":
        size = rules["deal_count"]
        if isinstance(size, tuple):
            size = size[new["pass"] - 1]
        for _ in range(min(size, len(new["stock"]))):
            new["waste"].append(new["stock"].pop())
        return tidy(rules, new)
    if token == "W-S":
        new["stock"], new["waste"] = new["waste"][::-1], []
        if rules["passes"] is not None:
            new["pass"] += 1
        return tidy(rules, new)
    if new["base"] is None and source[0] == "R":  # the choice of the base card
        new["foundations"][0].append(new["reserves"][int(source[1:] or 1) - 1].pop())
        new["base"] = rank(new["foundations"][0][0])
        return tidy(rules, new)
    if new["base"] is None:
        column = int(source[1:]) - 1
        new["foundations"][0] = new["tableau"].pop(column)
        del new["down"][column]
        new["base"] = rank(new["foundations"][0][0])
        return tidy(rules, new)

    if source[0] == "R":
        pile = new["reserves"][int(source[1:] or 1) - 1]
    elif source == "W":
        pile = new["waste"]
    elif source[0] == "T":
        pile = new["tableau"][int(source[1:]) - 1]
    else:
        card = source[2] + source[1]
        pile = next(p for p in new["foundations"] if p and p[-1] == card)
    cards = pile[-count:]
    del pile[-count:]
    if target == "F":
        index = foundation_for(rules, position, cards[0])
        new["foundations"][index].append(cards[0])
    else:
        new["tableau"][int(target[1:]) - 1].extend(cards)
    left = new["tableau"][int(source[1:]) - 1] if source[0] == "T" else None
    return tidy(rules, new, left)


def tidy(rules: Rules, position: Position, left: list[str] | None = None) -> Position:
    """What follows a move by itself: spaces are filled, top cards turned up; `left` is
    the column that the move took cards from."""
    for column, cards in enumerate(position["tableau"]):
        if not cards and rules["space_with_reserve"] == "auto":
            sizes = [len(pile) for pile in position["reserves"]]
            if max(sizes, default=0) > 0:
                cards.append(position["reserves"][sizes.index(max(sizes))].pop())
        # Gate: when both reserves are gone the waste gives its card to the place just left
        waste_fills = rules["space_after"] == "auto_waste" and not any(position["reserves"])
        if waste_fills and cards is left and not cards and position["waste"]:
            cards.append(position["waste"].pop())
        position["down"][column].discard(len(cards) - 1)
    return position


# --- counting -----------------------------------------------------------------------


def perft(rules: Rules, position: Position, depth: int) -> int:
    """The number of different lines of exactly `depth` moves."""
    if depth == 0:
        return 1
    moves = tokens(rules, position)
    if depth == 1:
        return len(moves)
    return sum(perft(rules, after(rules, position, t), depth - 1) for t in moves)
