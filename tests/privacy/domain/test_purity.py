"""No seeded generator and no floating-point Laplace may draw a surrogate."""

import ast
from pathlib import Path

import privacy.domain

BANNED_MODULES = {"random", "numpy.random", "django", "celery"}
SOURCES = sorted(Path(privacy.domain.__file__).parent.rglob("*.py"))


def names_in(tree: ast.AST) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            name = {"np": "numpy"}.get(node.value.id, node.value.id)
            found.add(f"{name}.{node.attr}")
    return found


def test_no_module_uses_a_banned_source_of_randomness():
    assert len(SOURCES) > 20
    for path in SOURCES:
        used = names_in(ast.parse(path.read_text(encoding="utf-8")))
        roots = used | {name.split(".")[0] for name in used}
        assert not roots & BANNED_MODULES, path.name
