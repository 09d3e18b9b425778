"""Django's settings, made from the server settings in use (`configuration.py`)."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from summy.web import configuration

SERVER = configuration.in_use()

HERE = Path(__file__).resolve().parent

DEBUG = False
SECRET_KEY = configuration.kept_secret(SERVER.data, configuration.SECRET_KEY_FILE)
WORKER_SECRET = configuration.kept_secret(SERVER.data, configuration.WORKER_SECRET_FILE)
WEB_PROCESSES = SERVER.web_processes

ALLOWED_HOSTS = [*configuration.LOCAL_HOSTS, *SERVER.hosts]

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "channels",
    "csp",
    "summy.web.people",
    "summy.web.games",
    "summy.web.workers",
    "summy.web.lobby",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "summy.web.lean_static.LeanStatic",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "summy.web.people.visitor.VisitorMiddleware",
]

ROOT_URLCONF = "summy.web.urls"
ASGI_APPLICATION = "summy.web.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [HERE / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]

# --- what is kept, and where ---------------------------------------------------------------------------------

DATABASES = {"default": configuration.database(SERVER)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

CACHES: dict[str, dict[str, Any]]
CHANNEL_LAYERS: dict[str, dict[str, Any]]
if SERVER.redis_url:
    CACHES = {"default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": SERVER.redis_url}}
    CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {"hosts": [SERVER.redis_url]},
        }
    }
else:
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
            # The default of 300 would throw out presence and tentative tiles of a busy evening.
            "OPTIONS": {"MAX_ENTRIES": 200_000},
        }
    }
    CHANNEL_LAYERS = {
        # A lost hint heals, but a class of thirty who all move at once should not lose any.
        "default": {"BACKEND": "channels.layers.InMemoryChannelLayer", "CONFIG": {"capacity": 1000}}
    }

# --- languages -----------------------------------------------------------------------------------------------

USE_I18N = True
LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("pt-br", _("Portuguese (Brazil)")), ("th", _("Thai"))]
LOCALE_PATHS = [HERE / "locale"]
LANGUAGE_COOKIE_NAME = "language"
LANGUAGE_COOKIE_SAMESITE = "Lax"
TIME_ZONE = "UTC"
USE_TZ = True

# --- static files --------------------------------------------------------------------------------------------


def _static_version() -> str:
    """A name for the present state of our static files, so that browsers may keep each state for ever.

    It stands in the path, not behind each file name: ES modules find one another by relative path.
    """
    content = hashlib.sha256()
    for folder in (HERE / "static", HERE / "lobby" / "static", HERE / "games" / "static"):
        for file in sorted(folder.rglob("*")):
            if file.is_file():
                content.update(f"{file.relative_to(HERE)}\0".encode())
                content.update(file.read_bytes())
    return content.hexdigest()[:12]


STATIC_URL = f"/static/{_static_version()}/"
STATICFILES_DIRS = [folder for folder in (HERE / "static",) if folder.is_dir()]
# Files are served from where they are installed (lean_static.py): no collecting step between a checkout and a site.
WHITENOISE_USE_FINDERS = True
WHITENOISE_ALLOW_ALL_ORIGINS = False


def WHITENOISE_IMMUTABLE_FILE_TEST(path: str, url: str) -> bool:  # noqa: N802 - whitenoise's name for it
    """Every static address carries the version of all files."""
    return url.startswith(STATIC_URL)


# --- security ------------------------------------------------------------------------------------------------

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "base-uri": [NONE],
        "object-src": [NONE],
        "frame-ancestors": [NONE],
        "form-action": [SELF],
        # 'self' covers the socket of the same host in every browser that the site supports.
        "connect-src": [SELF],
        "img-src": [SELF, "data:"],
    }
}
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_NAME = "session"
SESSION_COOKIE_AGE = 365 * 24 * 3600
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = SERVER.tls
CSRF_COOKIE_NAME = "csrf"
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SECURE = SERVER.tls
CSRF_COOKIE_HTTPONLY = True
CSRF_FAILURE_VIEW = "summy.web.errors.stale_form"
CSRF_TRUSTED_ORIGINS = [f"https://{host}" for host in SERVER.hosts if host != "*"] if SERVER.tls else []
SECURE_SSL_REDIRECT = SERVER.tls
SECURE_REDIRECT_EXEMPT = [r"^healthz$"]
SECURE_HSTS_SECONDS = 180 * 24 * 3600 if SERVER.tls else 0
# The largest request is a form: a few fields, or a game record to look at.
DATA_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 200
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"plain": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "plain"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        "summy": {"level": "INFO"},
        # Without this Django mails the administrators, who have no address here.
        "django": {"handlers": [], "level": "WARNING", "propagate": True},
        # A refused or stale request is not worth a line each.
        "django.request": {"level": "ERROR"},
        "django.security.DisallowedHost": {"level": "CRITICAL"},
    },
}
