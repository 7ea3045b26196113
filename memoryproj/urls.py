"""Addresses: the API, the probes, the admin. All but /livez, the login, static files and the
links of mailed decisions want a key or a login."""

from django.contrib import admin
from django.urls import include, path
from django.views import defaults
from django.views.generic import RedirectView

from memory import api
from memory.admin import mail, refusals
from memory.api import errors, probes
from memory.mem0 import views as mem0
from memory.problems import NOT_FOUND

urlpatterns = [
    path("", RedirectView.as_view(pattern_name="admin:index", permanent=False)),
    path("admin/", admin.site.urls),
    path("api/", include(api.urls())),
    path("mem0/", include(mem0.urls())),
    path("decide/<str:token>/", mail.decide, name="decide_by_mail"),
    path("livez", probes.livez),
    path("readyz", probes.readyz),
    path("metrics", probes.metrics),
]

handler400 = errors.page(400, "The request cannot be read.", defaults.bad_request)
handler403 = errors.page(403, "This is not allowed.", refusals.forbidden)
handler404 = errors.page(404, NOT_FOUND, refusals.not_found)
handler500 = errors.page(500, "Something went wrong in the service. The log tells more.", defaults.server_error)
