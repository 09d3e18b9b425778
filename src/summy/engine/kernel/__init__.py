"""The compiled move generator."""

from summy.engine.kernel._build import SOURCE_HASH
from summy.engine.kernel.freshness import require_fresh

require_fresh(SOURCE_HASH)
