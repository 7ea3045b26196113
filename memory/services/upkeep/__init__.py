"""The store as a whole: backups, the doctor, the move to another database, and what is erased from it."""
