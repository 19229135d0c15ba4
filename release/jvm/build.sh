#!/usr/bin/env bash
# Builds the plugins of Maven and Gradle into the repository that release/packages has made, FOLDER/maven:
# release/jvm/build.sh VERSION [FOLDER]. Needs a JDK and Maven.
set -euo pipefail
version=${1:?the version, as in release/jvm/build.sh 1.0.0}
out=$(realpath "${2:-dist}/maven")
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
cp -r "$(dirname "$0")"/. "$stage"
cd "$stage"
sed -i "s/>VERSION</>$version</" pom.xml */pom.xml
mvn -q -B -ntp -Dstyle.color=never -DaltDeploymentRepository="dist::file://$out" deploy
