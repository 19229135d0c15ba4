#!/bin/sh
# Runs the suite with the Python that has its packages: run.sh PLAN.
PYTHONPATH=.:src:../../bulk/sensors/python exec .venv/bin/python ../../runner/python/main.py "$1"
