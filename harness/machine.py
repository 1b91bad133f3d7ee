"""The hardware and software of a measurement."""

from __future__ import annotations

import os
import platform
import subprocess
from importlib.metadata import PackageNotFoundError, version

PACKAGES = (
    "frenemy",
    "numpy",
    "scipy",
    "scikit-learn",
    "thinqpbo",
    "igraph",
    "leidenalg",
    "bioimage-cpp",
    "chszlablib",
    "splink",
    "dedupe",
)


def machine() -> dict[str, str]:
    return {
        "hardware": f"{_processor()}, {os.cpu_count()} cores, {platform.system()}{_load()}",
        "software": f"Python {platform.python_version()}, " + ", ".join(_version(name) for name in PACKAGES),
    }


def _processor() -> str:
    try:
        listing = subprocess.run(["lscpu"], capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return platform.processor() or platform.machine()
    named = [line.split(":", 1)[1].strip() for line in listing.splitlines() if line.startswith("Model name:")]
    return named[0] if named else platform.machine()


def _load() -> str:
    """The load before the measurement: other processes distort times."""
    return f", load {os.getloadavg()[0]:.1f} at the start" if hasattr(os, "getloadavg") else ""


def _version(name: str) -> str:
    try:
        return f"{name} {version(name)}"
    except PackageNotFoundError:
        return f"{name} not installed"
