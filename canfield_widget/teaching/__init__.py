"""Lessons on the rules: how they are written, proved, relabelled for a fresh try, asked and judged."""
