"""A Django database engine on a SQLite that can load extensions, with sqlite-vec in every connection.

``ENGINE = "memoryproj.sqlite"`` is all that a settings file says. ``driver`` picks the DB-API module,
``base`` is the engine.
"""
