"""The entry point that granian serves (`manage.py up`): Django behind the gate."""

from . import warming
from .gate import Gate
from .wsgi import application as django_application

application = Gate(django_application)
warming.start()
