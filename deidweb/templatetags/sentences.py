"""`{{ job.error|localised }}`: a stored French sentence in the reader's language."""

from django import template

from deidweb.sentences import localised

register = template.Library()
register.filter("localised", localised)
