"""The WSGI entry point, served by granian (`manage.py up`)."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memoryproj.settings")
application = get_wsgi_application()
