"""Random and hostile input from a seed, and the shortest list of steps that shows a fault.

    cd tests && python -m faults.fuzzer --commands 1000000 --seed 1 [--against board notation lessons saves]

A run is made of episodes. Each begins anew from a seed of its own, so the seed printed with a fault is enough to see it
again: `--episode`. What is fed in is data, so a list of steps can be made shorter and tried again.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
import traceback
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol

Step = list[Any]
"""A name and what belongs to it, all of it JSON."""


class Fault(Exception):
    """What must never happen; its first line is what is compared while the steps are made fewer."""


class World(Protocol):
    """What is fuzzed: made from a seed, the same every time."""

    def propose(self, draw: random.Random) -> Step:
        """A step that fits the state it is in."""
        ...

    def take(self, step: Step) -> int:
        """How many commands the step was. Raises Fault."""
        ...

    def close(self) -> None:
        """Takes away what is left of it."""
        ...


@dataclass(frozen=True, slots=True)
class Found:
    """A fault: its seed, its text and the fewest steps that show it."""

    seed: str
    what: str
    steps: tuple[Step, ...]

    def __str__(self) -> str:
        told = "\n".join(f"  {json.dumps(step)[:2000]}" for step in self.steps)
        return f"--episode {self.seed}\n{self.what}\nshortest steps ({len(self.steps)}):\n{told}"


def kind_of(error: BaseException) -> str:
    """What makes two faults the same: the kind and the place of an exception, or the first line of a fault."""
    if isinstance(error, Fault):
        return str(error).partition("\n")[0]
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} in {last.name}"


def tried(
    make: Callable[[str], World], seed: str, steps: Iterator[Step] | tuple[Step, ...]
) -> tuple[int, Exception | None]:
    """How many steps were taken, and what went wrong at the last of them."""
    world, count = make(seed), 0
    try:
        for step in steps:
            count += 1
            world.take(step)
    except Exception as error:
        return count, error
    finally:
        world.close()
    return count, None


def shortest(make: Callable[[str], World], seed: str, steps: list[Step], kind: str) -> tuple[Step, ...]:
    """The steps without all that can be left out, one by one and in halves, while the same fault is found."""

    def still(those: list[Step]) -> list[Step] | None:
        count, error = tried(make, seed, tuple(those))
        return those[:count] if error is not None and kind_of(error) == kind else None

    kept = still(steps) or steps
    apart = [part for step in kept for part in getattr(make, "parts", lambda step: [step])(step)]
    kept = still(apart) or kept
    size = max(1, len(kept) // 2)
    while size:
        at = 0
        while at < len(kept):
            shorter = still(kept[:at] + kept[at + size :])
            if shorter is None:
                at += size
            else:
                kept = shorter
        size //= 2
    return tuple(kept)


def episode(make: Callable[[str], World], seed: str, most: int) -> tuple[int, Found | None]:
    """How many commands an episode had, `most` or a few more, and the fault that ended it."""
    draw, taken, steps = random.Random(f"steps {seed}"), 0, list[Step]()
    world = make(seed)
    try:
        while taken < most:
            steps.append(json.loads(json.dumps(world.propose(draw))))
            taken += max(1, world.take(steps[-1]))
    except Exception as error:
        world.close()
        what = "".join(traceback.format_exception(error))
        kind = kind_of(error)
        return taken, Found(seed, f"{kind}\n{what}", shortest(make, seed, steps, kind))
    world.close()
    return taken, None


def run(name: str, commands: int, seed: int, tell: Callable[[str], object] = lambda words: None) -> list[Found]:
    """The faults of so many commands against the world `name`, at most one of each kind."""
    make, length = WORLDS()[name]
    total, found, n, begun, told = 0, dict[str, Found](), 0, time.monotonic(), 0.0
    while total < commands:
        n += 1
        count, fault = episode(make, f"{name}-{seed}-{n}", min(length, commands - total))
        total += count
        if fault and (kind := fault.what.partition("\n")[0]) not in found:
            found[kind] = fault
            tell(str(fault))
        now = time.monotonic() - begun
        if now > told + 30:
            told = now
            tell(f"{name}: {total} of {commands} in {n} episodes, {total / now:.0f} a second, {len(found)} faults")
    tell(f"{name}: {total} in {n} episodes, {time.monotonic() - begun:.0f} s, {len(found)} faults; {dict(HEARD[name])}")
    return [*found.values()]


HEARD: defaultdict[str, Counter[str]] = defaultdict(Counter)
"""For each world what became of the commands."""


def WORLDS() -> dict[str, tuple[Callable[[str], World], int]]:  # noqa: N802
    """The worlds by name, each with the commands of an episode."""
    from faults.board_world import BoardWorld
    from faults.file_worlds import LessonWorld, SaveWorld
    from faults.text_world import TextWorld

    return {"board": (BoardWorld, 600), "notation": (TextWorld, 500), "lessons": (LessonWorld, 200),
              "saves": (SaveWorld, 40)}  # fmt: skip


SHARES = {"board": 0.3, "notation": 0.65, "lessons": 0.048, "saves": 0.002}
"""Of how many commands in all each world gets."""


def main(arguments: list[str] | None = None) -> int:
    """Runs the fuzzer; 1 if there was a fault."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--commands", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    parser.add_argument("--against", nargs="*", choices=[*SHARES], default=[*SHARES])
    parser.add_argument("--episode", help="one episode again, by the seed that was printed")
    asked = parser.parse_args(arguments)

    def tell(words: str) -> None:
        print(words, flush=True)

    if asked.episode:
        make, length = WORLDS()[asked.episode.partition("-")[0]]
        _, fault = episode(make, asked.episode, length)
        tell(str(fault or "no fault"))
        return fault is not None
    tell(f"--commands {asked.commands} --seed {asked.seed}")
    whole = sum(SHARES[name] for name in asked.against)
    faults = [found for name in asked.against
              for found in run(name, round(asked.commands * SHARES[name] / whole), asked.seed, tell)]  # fmt: skip
    return bool(faults)


if __name__ == "__main__":
    # Not the module that was just run, which is another one than `faults.fuzzer` to the worlds.
    from faults.fuzzer import main as the_one

    sys.exit(the_one())
