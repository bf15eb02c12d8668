"""Packages that are used where they are installed: pandas for tables, matplotlib for plots."""

from __future__ import annotations

import importlib
from typing import Any


def needed(package: str, by: str) -> Any:
    """A package that is not needed otherwise; what to install, in one line, if it is not there."""
    try:
        return importlib.import_module(package)
    except ImportError as error:
        root = package.split(".")[0]
        if error.name not in (package, root):
            raise
        message = f"{by} needs {root}, which is not installed: pip install {root} (or superko[notebook] for all of them)"
        raise ModuleNotFoundError(message, name=root) from None
