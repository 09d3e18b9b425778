"""The site: a Django project on SQLite or PostgreSQL, with sockets for the tables and workers for the engine."""
