"""The solver: can a position be won with all cards in sight, and how."""

from __future__ import annotations

from canfield_widget.solver.search import (
    Progress,
    Proof,
    Prunings,
    Solution,
    StoppedBy,
    Verdict,
    compiled,
    solve,
)
from canfield_widget.solver.trace import Trace

__all__ = ["Progress", "Proof", "Prunings", "Solution", "StoppedBy", "Trace", "Verdict", "compiled", "solve"]
