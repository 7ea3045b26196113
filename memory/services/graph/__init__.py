"""People and things: entities, their kinds, names and links, and which of them are one."""
