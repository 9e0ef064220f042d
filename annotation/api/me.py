"""Whose session this is: a page asks before it sends what waited while somebody else may have signed in."""

from __future__ import annotations

from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from deidweb.accounts.permissions import project_or_404, signed_in
from deidweb.accounts.roles import Permission


class Me(APIView):
    """{"user": id}; 404 for who has no part in the project."""

    def get(self, request: Request, project_id: UUID) -> Response:
        user = signed_in(request)
        project_or_404(user, project_id, Permission.ANNOTATE)
        return Response({"user": str(user.pk)})
