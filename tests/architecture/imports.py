"""Find what a Python file imports."""

import ast
from pathlib import Path


def top_level_imports(file: Path) -> set[str]:
    """Return the top-level package of every absolute import, including imports inside functions."""
    modules: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            modules |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            modules.add(str(node.module))
    return {module.partition(".")[0] for module in modules}
