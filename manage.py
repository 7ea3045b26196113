#!/usr/bin/env python
"""The service's command line: `python manage.py help` lists what it can do."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memoryproj.settings")
    # Whoever runs a command here owns the installation, so a first command may make its secret. `check` must not:
    # it is how an operator learns that none is set.
    if sys.argv[1:2] != ["check"]:
        from memoryproj import secret

        try:
            secret.ensure()
        except OSError as error:
            sys.exit(f"The data folder {secret.data_dir()} cannot be written: {error.strerror}. Set MEMORY_DATA_DIR.")

    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
