"""The entry point that granian serves (`manage.py up`): Django behind the gate."""

from django.conf import settings

from memory import measuring

from . import warming
from .gate import Gate
from .wsgi import application as django_application

application = Gate(django_application)
warming.start()
if (folder := settings.MEMORY_DATA_DIR / measuring.FOLDER).is_dir():
    measuring.share(folder)
