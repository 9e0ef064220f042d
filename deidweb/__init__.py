"""Composition root and platform."""

from deidweb.celery import app as celery_app

__all__ = ["celery_app"]
