"""How far a search has come, and the record of that over its time, of bounded size."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import astuple, dataclass, field, fields
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas  # pyright: ignore[reportMissingTypeStubs]

    from canfield_widget.moves import Move
    from canfield_widget.position import Position
    from canfield_widget.solver.search import Verdict

MOST_SAMPLES = 500
"""How many samples a trace has at the most, unless another number is asked for."""
MOST_CHOICES = 60
"""So many choices, deals not counted, of the way to each sample are kept."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a search has come.

    `states` looked at and `seconds` since the call; `depth`, the plies from the start to where it looks now; `founded`,
    the most cards on the foundations that were seen; `entries` states kept in a table with room for `room`;
    `restarts` of the exact search, or probes of the broad one; `hits`, how many states the table knew already.
    All but `depth`, `entries` and `room` only grow.
    """

    states: int
    seconds: float
    depth: int = 0
    founded: int = 0
    entries: int = 0
    room: int = 0
    restarts: int = 0
    hits: int = 0


@dataclass(frozen=True, slots=True)
class Way:
    """Where a search looked at one moment: the way there from its start, in its own numbers; see `search_tree`.

    `choice` is the move that chose the base, if one had to; `atoms` are the first numbers of a line of the exact
    search of one deck, or of the broad one, see `encoding`.
    """

    choice: Move | None
    one_deck: bool
    atoms: tuple[int, ...]


NOWHERE = Way(None, True, ())


@dataclass(frozen=True, slots=True, repr=False)
class Trace:
    """What a search was like: samples from its start to its end, and the verdict that it came to.

    Between two samples lie `every` slices of about a hundredth of a second, shorter ones at the start; the last sample
    is the end. Which states are sampled differs from run to run, what the search does does not. `start` is the
    position asked about; `ways` are those to where it looked at each sample.
    """

    samples: tuple[Progress, ...]
    pack_size: int
    verdict: Verdict
    every: int = 1
    start: Position | None = field(default=None, compare=False)
    ways: tuple[Way, ...] = field(default=(), compare=False)

    def __len__(self) -> int:
        """The number of samples."""
        return len(self.samples)

    def __repr__(self) -> str:
        end = self.samples[-1]
        return f"<Trace {self.verdict}: {len(self)} samples, {end.states} states in {end.seconds:.2f} s>"

    def frame(self) -> pandas.DataFrame:
        """The samples as a pandas DataFrame with a column for each figure. Raises ImportError without pandas."""
        try:
            frames: Any = import_module("pandas").DataFrame
        except ImportError as error:
            raise ImportError('Trace.frame needs pandas: pip install "canfield-widget[pandas]"') from error
        return frames.from_records(list(map(astuple, self.samples)), columns=[part.name for part in fields(Progress)])


@dataclass(slots=True)
class Recorder:
    """Keeps fewer than `most` of what it is told, evenly: when full it drops every second, and then takes half as many.

    >>> recorder = Recorder(4)
    >>> for n in range(10):
    ...     recorder.add(Progress(n, 0.0))
    >>> [sample.states for sample in recorder.samples], recorder.every
    ([0, 4, 8], 4)
    """

    most: int = MOST_SAMPLES
    every: int = 1
    told: int = 0
    samples: list[Progress] = field(default_factory=list[Progress])
    ways: list[Way] = field(default_factory=list[Way])

    def add(self, now: Progress, way: Callable[[], Way] = lambda: NOWHERE) -> None:
        """Notes how far the search has come and where it looks, if it is time for it."""
        if self.told % self.every == 0:
            self.samples.append(now)
            self.ways.append(way())
            if len(self.samples) == self.most:
                del self.samples[1::2], self.ways[1::2]
                self.every *= 2
        self.told += 1

    def end(self, now: Progress, way: Way = NOWHERE) -> None:
        """Notes where the search has ended, as the last of at most `most` samples."""
        kept = [n for n, sample in enumerate(self.samples) if sample != now]
        self.samples = [*(self.samples[n] for n in kept), now]
        self.ways = [*(self.ways[n] for n in kept), way]
