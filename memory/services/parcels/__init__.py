"""A parcel: all that a namespace holds, as JSON lines that another store takes in, or this one after an erasure.

The first line is the manifest, each further one a row, the last one the seal: how many rows of each table, and the
SHA-256 of all bytes before it. `tables` says what goes and how rows name each other, `packing` writes, `unpacking`
reads, `sending` writes one to be sent. See ADR 0048.
"""
