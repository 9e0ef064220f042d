from django.contrib.auth.decorators import login_not_required
from django.urls import path

from deidweb.accounts import access_views, key_views, sso_views, views

app_name = "accounts"
urlpatterns = [
    path("connexion/", login_not_required(views.LoginView.as_view()), name="login"),
    path("sso/", login_not_required(sso_views.begin), name="sso"),
    path("sso/retour/", login_not_required(sso_views.done), name="sso-done"),
    path("demonstration/", login_not_required(views.demo_sign_in), name="demo"),
    path("deconnexion/", views.LogoutView.as_view(), name="logout"),
    path("mot-de-passe/", views.password_change, name="password-change"),
    path("code/", access_views.own_second_factor, name="second-factor"),
    path("code/secours/", access_views.recovery_codes, name="recovery-codes"),
    path("code/telephone/", access_views.telephone_change, name="telephone-change"),
    path("cle/options/", key_views.key_options, name="key-options"),
    path("cle/ajouter/", key_views.key_add, name="key-add"),
    path("cle/verifier/", key_views.key_check, name="key-check"),
    path("cle/<int:key_id>/renommer/", key_views.key_rename, name="key-rename"),
    path("cle/<int:key_id>/retirer/", key_views.key_remove, name="key-remove"),
    path("sessions/fermer/", access_views.own_sessions_end, name="sessions-end"),
    path("", access_views.account_list, name="list"),
    path("urgence/", access_views.emergency, name="emergency"),
    path("<int:user_id>/<slug:change>/", access_views.account_change, name="change"),
]
project_urlpatterns = [
    path("membres/", views.member_list, name="list"),
    path("membres/mot-de-passe/", views.member_password, name="password"),
    path("membres/revue/", access_views.role_review, name="review"),
    path("membres/<int:membership_id>/prolonger/", access_views.role_prolong, name="prolong"),
    path("membres/<int:membership_id>/retirer/", views.member_remove, name="remove"),
    path(
        "membres/propositions/<int:proposal_id>/confirmer/",
        views.proposal_confirm,
        name="proposal-confirm",
    ),
    path(
        "membres/propositions/<int:proposal_id>/retirer/",
        views.proposal_withdraw,
        name="proposal-withdraw",
    ),
]
