from django.urls import path

from worker import views

app_name = "worker"
urlpatterns = [
    path("modeles/", views.model_list, name="model-list"),
    path("modeles/reentrainer/", views.training_start, name="training-start"),
    path("modeles/passages/", views.training_epochs, name="training-epochs"),
    path("modeles/<uuid:model_id>/", views.model_detail, name="model-detail"),
    path("modeles/<uuid:model_id>/promouvoir/", views.model_promote, name="model-promote"),
    path("modeles/<uuid:model_id>/remettre/", views.model_roll_back, name="model-roll-back"),
    path("modeles/<uuid:model_id>/retirer/", views.model_withdraw, name="model-withdraw"),
    path("modeles/<uuid:model_id>/ecarter/", views.model_discard, name="model-discard"),
]
