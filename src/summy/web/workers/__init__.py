"""Engine work as leased jobs: the table, the addresses that workers call, and the worker processes themselves."""
