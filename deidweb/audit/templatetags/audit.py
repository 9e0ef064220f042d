"""Filters of the journal."""

from django import template

from deidweb.audit.presentation import ACTIONS, OBJECTS

register = template.Library()


@register.filter
def action_name(action: str) -> str:
    """The action in words; its code when it has none."""
    return str(ACTIONS.get(action, action))


@register.filter
def object_name(object_type: str) -> str:
    return str(OBJECTS.get(object_type, object_type))
