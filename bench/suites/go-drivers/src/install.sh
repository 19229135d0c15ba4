#!/bin/sh
# Makes the module in a folder of its own: with a go.mod beside it, src would be no part of the program that carries it.
set -e
mkdir -p build
cp src/go.mod.txt build/go.mod
cp src/go.sum.txt build/go.sum
ln -sfn ../src build/src
ln -sfn ../gen build/gen
