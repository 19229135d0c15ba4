"""Installs what requirements.txt says into the Python that runs this.

What has no wheel for this machine is left out, and the runner says which ways are
missing for it; it would take compilers to build.
"""

import subprocess
import sys
from pathlib import Path

FILE = "requirements.txt"
PIP = [sys.executable, "-m", "pip", "install", "--quiet"]
WHEELS = ["--disable-pip-version-check", "--only-binary", ":all:"]


def install(*what: str) -> bool:
    return subprocess.run([*PIP, *WHEELS, *what], check=False).returncode == 0


if not install("--requirement", FILE):
    found = [
        install("--constraint", FILE, line) for line in Path(FILE).read_text().split()
    ]
    if not any(found):
        sys.exit("pip can install none of the packages")
