"""The service's command line: `manage.py` in a checkout, `rememberd` when installed; `help` lists what it can do."""

from __future__ import annotations

import os
import sys

from . import places, secret


def main() -> None:
    """Run the command that `sys.argv` names. Exits with a message where the data folder cannot be written."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memoryproj.settings")
    # Whoever runs a command here owns the installation, so a first command may make its secret. `check` must not:
    # it is how an operator learns that none is set.
    if sys.argv[1:2] != ["check"]:
        try:
            secret.ensure()
        except OSError as error:
            sys.exit(f"The data folder {places.data_dir()} cannot be written: {error.strerror}. Set MEMORY_DATA_DIR.")

    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)
