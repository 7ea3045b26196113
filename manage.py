#!/usr/bin/env python
"""The service's command line in a checkout: `python manage.py help` lists what it can do."""

from memoryproj.cli import main

if __name__ == "__main__":
    main()
