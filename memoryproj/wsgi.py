"""The WSGI entry point; `rsgi.py` puts it behind the gate, and any WSGI server can serve it."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memoryproj.settings")
application = get_wsgi_application()

from memoryproj.sqlite import checkpoints, scrub  # noqa: E402  (after Django is set up)

checkpoints.start()
scrub.start()
