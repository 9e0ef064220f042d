"""The guided tour: eight steps, each a page of the project with a sentence, followed or left at any time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple
from uuid import UUID

from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from deidweb.accounts.demo import demo_people
from deidweb.accounts.models import Project, User
from deidweb.accounts.permissions import project_and_permissions
from deidweb.accounts.roles import Permission, roles_with


class Stop(NamedTuple):
    view: str
    needed: Permission
    title: Promise
    text: Promise
    outside: str = ""  # the same page outside projects, which anybody may open


STOPS: Final = (
    Stop("worker:trial", Permission.READ_NOTES, _("Essayer"),
         _("Collez un document : voyez ce qui serait trouvé, remplacé et codé. Rien n'est gardé."), "trial:trial"),
    Stop("annotation:document-list", Permission.READ_NOTES, _("Les notes"),
         _("Elles arrivent déjà pré-annotées. Ouvrez-en une : le clavier suffit pour corriger.")),
    Stop("annotation:adjudication-list", Permission.ADJUDICATE, _("Comparer"),
         _("Deux personnes lisent la même note sans se voir ; il ne reste à trancher que leurs désaccords.")),
    Stop("worker:model-list", Permission.MANAGE_MODELS, _("Modèles"),
         _("Chaque correction sert : réentraînez, comparez au modèle en service, promouvez ou écartez.")),
    Stop("privacy:preview", Permission.PREVIEW, _("Aperçu"),
         _("Déplacez le niveau de bruit ε : la note substituée change, et ce qu'un lecteur peut distinguer aussi.")),
    Stop("privacy:export-list", Permission.SEE_EXPORTS, _("Exports"),
         _("Une personne demande, une autre lit les notes les plus risquées et décide. Rien ne sort seul.")),
    Stop("icdcoder:export-list", Permission.CODE, _("Codes"),
         _("Les notes approuvées reçoivent des codes CIM-10, avec les mots qui les justifient.")),
    Stop("audit:journal", Permission.READ_AUDIT, _("Journal"),
         _("Qui a lu, changé ou sorti quoi : chaque ligne est scellée par la précédente.")),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Tour:
    """One step as its bar shows it. `role`: in the demonstration, who can open the page that this person can't;
    `url`: that page."""

    step: int
    total: int
    title: Promise
    text: Promise
    url: str
    before: str
    after: str
    leave: str
    is_here: bool
    role: str
    role_name: str


def tour_of(request: HttpRequest, user: User) -> Tour | None:
    """The step that the address names, `?visite=3`; None for no step of a project of this person's."""
    step = request.GET.get("visite", "")
    project_id = _project_id(request)
    found = project_and_permissions(user, project_id) if project_id else None
    if found is None or step not in {str(n) for n in range(1, len(STOPS) + 1)}:
        return None
    (project, held), n = found, int(step)
    stop = STOPS[n - 1]
    is_allowed = stop.needed in held or bool(stop.outside)
    other = None if is_allowed else _who_may(request, stop.needed)
    return Tour(
        step=n,
        total=len(STOPS),
        title=stop.title,
        text=stop.text,
        url=_page_of(n, project),
        before=address_of(n - 1, project, held) if n > 1 else "",
        after=address_of(n + 1, project, held) if n < len(STOPS) else "",
        leave=request.path,
        is_here=is_allowed,
        role=other[0] if other else "",
        role_name=other[1] if other else "",
    )


def address_of(step: int, project: Project, held: frozenset[Permission]) -> str:
    """The page of a step; for who may not open it, that outside projects or the first page, which says what it is."""
    stop = STOPS[step - 1]
    if stop.needed in held:
        return _page_of(step, project)
    return f"{reverse(stop.outside or 'home')}?visite={step}&projet={project.pk}"


def _page_of(step: int, project: Project) -> str:
    return f"{reverse(STOPS[step - 1].view, args=[project.pk])}?visite={step}"


def _project_id(request: HttpRequest) -> UUID | None:
    match = request.resolver_match
    given = match.kwargs.get("project_id") if match else None
    try:
        return given or UUID(request.GET.get("projet", ""))
    except ValueError:
        return None


def _who_may(request: HttpRequest, needed: Permission) -> tuple[str, str] | None:
    """Role and name of somebody of the demonstration who may open the page."""
    roles = roles_with(needed)
    people = [person for person in demo_people(request) if person.role in roles]
    return (people[0].role, people[0].name) if people else None
