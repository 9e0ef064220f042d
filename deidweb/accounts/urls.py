from django.contrib.auth.decorators import login_not_required
from django.urls import path

from deidweb.accounts import views

app_name = "accounts"
urlpatterns = [
    path("connexion/", login_not_required(views.LoginView.as_view()), name="login"),
    path("deconnexion/", views.LogoutView.as_view(), name="logout"),
    path("mot-de-passe/", views.password_change, name="password-change"),
]
project_urlpatterns = [
    path("membres/", views.member_list, name="list"),
    path("membres/<int:membership_id>/retirer/", views.member_remove, name="remove"),
]
