"""The Celery application. Tasks live in each app's `tasks` module; the queue is only a wake-up, the tables are the truth."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memoryproj.settings")

app = Celery("memoryproj")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
