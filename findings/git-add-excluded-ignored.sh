#!/bin/sh
# git add with an excluding path that .gitignore ignores
#
# Version: git 2.39.5 (Debian 12). Other versions are run too; the line at the end says which one answered.
# Behaviour: `git add --all -- . ':(exclude,literal).env'` adds all other files and still fails, if `.env` is ignored:
# a path that is only excluded is checked like one that was asked for. Without the ignored file it ends with 0.
# Seen: exit 1, "The following paths are ignored by one of your .gitignore files: .env", and `f` is in the index.
# So: whoever adds all but certain files can't trust the exit code. Leave out of the list what `git check-ignore` names.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1 LC_ALL=C
git init -q .
echo .env > .gitignore
echo 1 > .env
echo 1 > f

code=0
git add --all -- . ':(exclude,literal).env' 2> said || code=$?
cat said
[ "$code" = 1 ] || { echo "changed: exit $code"; exit 1; }
grep -q "paths are ignored by one of your .gitignore files" said || { echo "changed: another message"; exit 1; }
[ "$(git ls-files f)" = f ] || { echo "changed: f was not added"; exit 1; }
git add --all -- . ':(exclude,literal)other' || { echo "changed: fails without an ignored path too"; exit 1; }
echo "as described, with $(git --version)"
