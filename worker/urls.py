from django.urls import path

from worker.views.models import (
    model_detail,
    model_discard,
    model_list,
    model_promote,
    model_roll_back,
    model_withdraw,
    training_epochs,
    training_start,
)
from worker.views.rules import rule_list

app_name = "worker"
urlpatterns = [
    path("modeles/", model_list, name="model-list"),
    path("modeles/reentrainer/", training_start, name="training-start"),
    path("modeles/passages/", training_epochs, name="training-epochs"),
    path("modeles/regles/", rule_list, name="rule-list"),
    path("modeles/<uuid:model_id>/", model_detail, name="model-detail"),
    path("modeles/<uuid:model_id>/promouvoir/", model_promote, name="model-promote"),
    path("modeles/<uuid:model_id>/remettre/", model_roll_back, name="model-roll-back"),
    path("modeles/<uuid:model_id>/retirer/", model_withdraw, name="model-withdraw"),
    path("modeles/<uuid:model_id>/ecarter/", model_discard, name="model-discard"),
]
