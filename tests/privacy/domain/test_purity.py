"""No seeded generator and no floating-point Laplace may draw a surrogate."""

import ast
from pathlib import Path

import pytest

import privacy
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


# --- the whole package, pages and jobs included

PACKAGE = sorted(Path(privacy.__file__).parent.rglob("*.py"))
FLOAT_NOISE = {
    "laplace",
    "exponential",
    "gumbel",
    "normal",
    "gauss",
    "expovariate",
    "normalvariate",
}


def drawn_by_name(tree: ast.AST) -> set[str]:
    """Methods that other libraries call their floating-point noise."""
    return {
        node.func.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    } & FLOAT_NOISE


def test_the_whole_package_draws_from_the_keyed_stream_only():
    assert len(PACKAGE) > len(SOURCES)
    for path in PACKAGE:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        used = names_in(tree)
        roots = used | {name.split(".")[0] for name in used}
        assert not roots & {"random", "numpy.random", "scipy"}, path.name
        assert not drawn_by_name(tree), path.name


@pytest.mark.parametrize(
    "line", ["generator.laplace(0.0, 1.0)", "numpy.random.default_rng().exponential(2.0)"]
)
def test_floating_point_noise_would_be_found(line):
    assert drawn_by_name(ast.parse(line))
