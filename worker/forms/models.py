"""What a person says when a model is put into service."""

from django import forms
from django.utils.translation import gettext_lazy as _


class ServiceForm(forms.Form):
    preannotate = forms.BooleanField(
        required=False,
        label=_("Relire les notes avec ce modèle"),
        help_text=_(
            "Les notes que personne n'a commencées recevront ses suggestions ; "
            "le travail en cours ne change pas."
        ),
    )


class WaiverForm(forms.Form):
    reason = forms.CharField(max_length=2000)


class ChoiceForm(forms.Form):
    count = forms.IntegerField(min_value=1)
    aim = forms.ChoiceField(choices=[("teach", "teach"), ("lost", "lost")])


class AdaptationForm(forms.Form):
    passes = forms.IntegerField(min_value=1)


class SearchForm(forms.Form):
    """`joins`: the search that gets one more worker, instead of a new one."""

    trials = forms.IntegerField(min_value=1, required=False)
    joins = forms.UUIDField(required=False)
    learning_rate = forms.BooleanField(required=False)


class TrainingForm(forms.Form):
    """`recipe_from`: the search whose parameters are taken."""

    start = forms.CharField(required=False)
    merge = forms.CharField(required=False)
    recipe_from = forms.UUIDField(required=False)
    decoding = forms.CharField(required=False)


class RereadForm(forms.Form):
    """`reader` empty: whoever comes first."""

    notes = forms.ChoiceField(choices=[("lost", "lost"), ("all", "all")])
    reader = forms.IntegerField(required=False)
