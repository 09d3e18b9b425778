"""Settings of all tests."""

from __future__ import annotations

from hypothesis import settings

# A slow or busy machine is no fault of the code: times are promised by tests of their own, not by each example.
settings.register_profile("summy", deadline=None, print_blob=True)
settings.load_profile("summy")
