#!/bin/sh
# git diff --submodule=log of a submodule that was moved
#
# Version: git 2.39.5 (Debian 12). Other versions are run too; the line at the end says which one answered.
# Behaviour: of a submodule that moved from `old` to `new`, `git diff --submodule=log` prints one line with the old name
# alone. Its raw form has both (`R100 old new`), so a reader of the patch takes the move for no change of `new` at all.
# Seen: "Submodule old 7c2be6f...7c2be6f", and no line that begins with "Submodule new".
# So: read names of submodules from `--raw` (or `--submodule=short --no-renames`), never from the log form; a user's
# `diff.submodule = log` makes it the default.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1 LC_ALL=C
export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@example.com GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@example.com
git init -q inner
(cd inner && git commit -q --allow-empty -m one)
git init -q outer
cd outer
git -c protocol.file.allow=always submodule --quiet add ../inner old
git commit -q -m one
git mv old new
git commit -q -m two

git diff --raw -M HEAD~1 | tee raw
git diff --submodule=log -M HEAD~1 | tee log
grep -q "R100	old	new" raw || { echo "changed: the raw form names no move"; exit 1; }
grep -q "^Submodule old " log || { echo "changed: the old name is gone"; exit 1; }
if grep -q "^Submodule new \|rename to new" log; then echo "changed: the new name is there"; exit 1; fi
echo "as described, with $(git --version)"
