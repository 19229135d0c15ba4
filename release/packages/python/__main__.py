"""Runs the program of sqg: `python -m sqg` is the same as `sqg`."""

import os
import subprocess
import sys
import sysconfig


def program() -> str:
    """Return the path of the program that was installed with this package."""
    name = "sqg.exe" if os.name == "nt" else "sqg"
    user = sysconfig.get_preferred_scheme("user")
    folders = [sysconfig.get_path("scripts"), sysconfig.get_path("scripts", user)]
    for folder in folders:
        path = os.path.join(folder, name)
        if os.path.isfile(path):
            return path
    raise FileNotFoundError(f"{name} is in none of {', '.join(folders)}")


if __name__ == "__main__":
    command = [program(), *sys.argv[1:]]
    if os.name == "nt":
        sys.exit(subprocess.call(command))
    os.execv(command[0], command)
