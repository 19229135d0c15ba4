"""Generated files hold the helpers that they use, and no other: by Python's own parser."""

import ast
import symtable
from collections.abc import Iterator
from pathlib import Path

import pytest

GEN = Path(__file__).parent.parent / "gen"
FOLDERS = sorted({path.parent for path in GEN.rglob("*.py")})


def globals_of(table: symtable.SymbolTable) -> Iterator[str]:
    for symbol in table.get_symbols():
        if symbol.is_global() and symbol.is_referenced():
            yield symbol.get_name()
    for child in table.get_children():
        yield from globals_of(child)


def names_in(statement: ast.stmt) -> set[str]:
    """What a statement of a module names of it: no variables of functions."""
    code = ast.unparse(statement)
    names = set(globals_of(symtable.symtable(code, "", "exec")))
    for node in ast.walk(statement):
        for annotation in (
            getattr(node, "annotation", None),
            getattr(node, "returns", None),
        ):
            if isinstance(annotation, ast.AST):
                parts = ast.walk(annotation)
                names |= {n.id for n in parts if isinstance(n, ast.Name)}
    return names


def defined(statement: ast.stmt) -> list[str]:
    if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return [statement.name]
    if isinstance(statement, ast.Assign):
        return [t.id for t in statement.targets if isinstance(t, ast.Name)]
    if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
        return [statement.target.id]
    return []


def unused(folder: Path) -> list[str]:
    """The private definitions of a folder that nothing public leads to."""
    uses: dict[str, set[str]] = {}
    wanted: set[str] = set()
    for path in folder.glob("*.py"):
        own: dict[str, set[str]] = {}
        roots: set[str] = set()
        for statement in ast.parse(path.read_text("utf-8")).body:
            if isinstance(statement, ast.ImportFrom) and statement.level:
                roots |= {f"{statement.module}.{n.name}" for n in statement.names}
                continue
            names = names_in(statement)
            helpers = [n for n in defined(statement) if n[0] == "_" != n[1]]
            for name in helpers:
                own[name] = own.get(name, set()) | names
            if not helpers:
                roots |= names
        module = path.stem
        uses |= {
            f"{module}.{name}": {f"{module}.{n}" for n in names if n in own}
            for name, names in own.items()
        }
        wanted |= {name if "." in name else f"{module}.{name}" for name in roots}
    seen: set[str] = set()
    while wanted:
        name = wanted.pop()
        seen.add(name)
        wanted |= uses.get(name, set()) - seen
    return sorted(uses.keys() - seen)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda f: str(f.relative_to(GEN)))
def test_helpers_are_used(folder: Path) -> None:
    assert unused(folder) == []
