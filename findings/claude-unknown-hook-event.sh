#!/bin/sh
# Claude Code with settings that name a hook event of a newer release
#
# Version: Claude Code 2.1.331 (@anthropic-ai/claude-agent-sdk 0.3.331), Linux x64. Needs npm and python3 (for a terminal).
# Behaviour: settings that name the event `PreSkillShellCommand` (of 2.1.332) stop the terminal at its start with a
# dialog that waits for a key, although all the rest of the file is in effect.
# Seen: `Settings Warning … Unknown hook event "PreSkillShellCommand" was ignored … 1. Continue`.
# So: whoever writes hooks for others writes them by the version that is there, and again after an update.
set -eu
[ "$(uname -sm)" = "Linux x86_64" ] || { echo "skipped: tried on Linux x64 only"; exit 0; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$folder" @anthropic-ai/claude-agent-sdk-linux-x64@0.3.331
claude=$folder/node_modules/@anthropic-ai/claude-agent-sdk-linux-x64/claude
"$claude" --version
mkdir -p "$folder/home" "$folder/project/.claude"
cat > "$folder/home/.claude.json" <<JSON
{"hasCompletedOnboarding": true, "projects": {"$folder/project": {"hasTrustDialogAccepted": true}}}
JSON
cat > "$folder/project/.claude/settings.json" <<'JSON'
{"hooks": {"PreSkillShellCommand": [{"hooks": [{"type": "command", "command": "true"}]}]}}
JSON
# The terminal is read until the dialog is there; a minute without it means that it doesn't come.
python3 - "$claude" "$folder" <<'PY'
import os, pty, re, select, sys, time
claude, folder = sys.argv[1:]
pid, screen = pty.fork()
if pid == 0:
    os.chdir(folder + "/project")
    os.execve(claude, [claude], {"HOME": folder + "/home", "PATH": os.environ["PATH"], "TERM": "xterm",
        "ANTHROPIC_BASE_URL": "http://127.0.0.1:9", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1"})
said, end, there = b"", time.time() + 60, False
while time.time() < end and not there:
    if select.select([screen], [], [], 1)[0]:
        try:
            said += os.read(screen, 65536)
        except OSError:
            break
    text = " ".join(re.sub(rb"\x1b\[[0-9;?]*[A-Za-z]", b" ", said).decode("utf8", "replace").split())
    there = 'Unknown hook event "PreSkillShellCommand" was ignored' in text and "Continue" in text
os.kill(pid, 9)
print(text[-900:])
sys.exit(0 if there else "changed: no dialog")
PY
echo "as described"
