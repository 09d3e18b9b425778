"""Games: tables, their event logs, what each viewer may see of them, and the sockets that show it."""
