"""How property tests run: the same examples every time, no limit on an example's time on a shared machine."""

from hypothesis import settings

from samples import SOAK

settings.register_profile("steady", deadline=None, derandomize=True, max_examples=60)
settings.register_profile("soak", deadline=None, max_examples=3000)
settings.load_profile("soak" if SOAK else "steady")
