#!/bin/sh
# Runs the suite with the Python that has its packages: run.sh PLAN.
PYTHONPATH=.:../../bulk/sensors/python exec .venv/bin/python src/main.py "$1"
