"""The entry point that granian serves for MCP over HTTP (`manage.py mcp --http`, `manage.py up --mcp-port`)."""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memoryproj.settings")
django.setup()

from memory.mcp.http import Application  # noqa: E402  (its settings are read above)

application = Application()
