"""Engines, training and the tasks that run them."""

from django.apps import AppConfig


class WorkerConfig(AppConfig):
    name = "worker"
