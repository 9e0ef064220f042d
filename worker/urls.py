from django.urls import include, path

from worker import trial_urls
from worker.views.acceptance import site_acceptance, site_measure
from worker.views.adaptation import adaptation, adaptation_start
from worker.views.choice import note_choice, note_choice_start
from worker.views.coders import (
    coder_discard,
    coder_list,
    coder_promote,
    coder_roll_back,
    coder_training_start,
    coder_withdraw,
)
from worker.views.drift import drift
from worker.views.evaluation import model_comparison, model_evaluation
from worker.views.lines import line_memory, line_memory_start
from worker.views.models import (
    adoption_start,
    comparison_start,
    model_card,
    model_detail,
    model_discard,
    model_list,
    model_promote,
    model_roll_back,
    model_withdraw,
    training_epochs,
    training_start,
    weights_ask,
)
from worker.views.received import received
from worker.views.rereads import model_reread, model_reread_undo, rereads_undo
from worker.views.rules import rule_list
from worker.views.search import search_history, search_start
from worker.views.study import study_page, study_start
from worker.views.trial import pdf_result, result
from worker.views.utility import methods_ask, utility, utility_ask
from worker.views.waivers import waiver_ask, waiver_decide

app_name = "worker"
urlpatterns = [
    path("essayer/", include(trial_urls.urlpatterns)),
    path("essayer/resultat/", result, name="trial-result"),
    path("essayer/pdf/resultat/", pdf_result, name="trial-pdf-result"),
    path("utilite/", utility, name="utility"),
    path("utilite/calculer/", utility_ask, name="utility-ask"),
    path("utilite/methodes/", methods_ask, name="methods-ask"),
    path("modeles/", model_list, name="model-list"),
    path("modeles/reentrainer/", training_start, name="training-start"),
    path("modeles/reprendre/", adoption_start, name="adoption-start"),
    path("modeles/representations/", received, name="received"),
    path("modeles/passages/", training_epochs, name="training-epochs"),
    path("modeles/recette/", site_acceptance, name="site-acceptance"),
    path("modeles/recette/mesurer/", site_measure, name="site-measure"),
    path("modeles/derive/", drift, name="drift"),
    path("modeles/adaptation/", adaptation, name="adaptation"),
    path("modeles/adaptation/lancer/", adaptation_start, name="adaptation-start"),
    path("modeles/recherche/", search_history, name="search"),
    path("modeles/recherche/lancer/", search_start, name="search-start"),
    path("modeles/codage/", coder_list, name="coder-list"),
    path("modeles/codage/entrainer/", coder_training_start, name="coder-training-start"),
    path("modeles/codage/<uuid:coder_id>/promouvoir/", coder_promote, name="coder-promote"),
    path("modeles/codage/<uuid:coder_id>/remettre/", coder_roll_back, name="coder-roll-back"),
    path("modeles/codage/<uuid:coder_id>/retirer/", coder_withdraw, name="coder-withdraw"),
    path("modeles/codage/<uuid:coder_id>/ecarter/", coder_discard, name="coder-discard"),
    path("modeles/choix/", note_choice, name="note-choice"),
    path("modeles/choix/chercher/", note_choice_start, name="note-choice-start"),
    path("modeles/choix/retirer/", rereads_undo, name="rereads-undo"),
    path("modeles/lignes/", line_memory, name="line-memory"),
    path("modeles/lignes/chercher/", line_memory_start, name="line-memory-start"),
    path("modeles/etudes/", study_page, name="studies"),
    path("modeles/etudes/lancer/", study_start, name="study-start"),
    path("modeles/regles/", rule_list, name="rule-list"),
    path("modeles/<uuid:model_id>/", model_detail, name="model-detail"),
    path("modeles/<uuid:model_id>/carte/", model_card, name="model-card"),
    path("modeles/<uuid:model_id>/evaluation/", model_evaluation, name="model-evaluation"),
    path("modeles/<uuid:model_id>/comparaison/", model_comparison, name="model-comparison"),
    path("modeles/<uuid:model_id>/relire/", model_reread, name="model-reread"),
    path("modeles/<uuid:model_id>/relire/retirer/", model_reread_undo, name="model-reread-undo"),
    path("modeles/<uuid:model_id>/poids/", weights_ask, name="weights-ask"),
    path("modeles/<uuid:model_id>/comparer/", comparison_start, name="comparison-start"),
    path("modeles/<uuid:model_id>/deroger/", waiver_ask, name="waiver-ask"),
    path("modeles/<uuid:model_id>/derogation/", waiver_decide, name="waiver-decide"),
    path("modeles/<uuid:model_id>/promouvoir/", model_promote, name="model-promote"),
    path("modeles/<uuid:model_id>/remettre/", model_roll_back, name="model-roll-back"),
    path("modeles/<uuid:model_id>/retirer/", model_withdraw, name="model-withdraw"),
    path("modeles/<uuid:model_id>/ecarter/", model_discard, name="model-discard"),
]
