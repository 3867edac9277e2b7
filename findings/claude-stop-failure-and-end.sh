#!/bin/sh
# Claude Code's StopFailure and SessionEnd hooks at the end of `claude -p`
#
# Version: Claude Code 2.1.332 (@anthropic-ai/claude-agent-sdk 0.3.332), Linux x64, Node 20 or newer.
# Behaviour: when the model's service ends the only turn of `claude -p`, the `StopFailure` hook is started, and `SessionEnd`
# is started without waiting for it. The client then ends, and a StopFailure hook that takes two seconds never ends.
# Seen: `StopFailure began`, `SessionEnd began`, `SessionEnd ended`.
# So: whoever reports why reads it at SessionEnd from the conversation's record, too (`isApiErrorMessage`).
set -eu
[ "$(uname -sm)" = "Linux x86_64" ] || { echo "skipped: tried on Linux x64 only"; exit 0; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$folder" @anthropic-ai/claude-agent-sdk-linux-x64@0.3.332
mkdir -p "$folder/home" "$folder/project/.claude"
cat > "$folder/home/.claude.json" <<JSON
{"projects": {"$folder/project": {"hasTrustDialogAccepted": true}}}
JSON
cat > "$folder/hook.sh" <<'SH'
echo "$1 began" >> "$2"
[ "$1" = SessionEnd ] || sleep 2
echo "$1 ended" >> "$2"
SH
cat > "$folder/project/.claude/settings.json" <<JSON
{"hooks": {
  "StopFailure": [{"hooks": [{"type": "command", "command": "sh $folder/hook.sh StopFailure $folder/log"}]}],
  "SessionEnd": [{"hooks": [{"type": "command", "command": "sh $folder/hook.sh SessionEnd $folder/log"}]}]
}}
JSON
cat > "$folder/run.mjs" <<'JS'
// A model's service on loopback that refuses every request.
import { spawn } from "node:child_process";
import { createServer } from "node:http";
const [, , folder] = process.argv;
const server = createServer((_, response) => {
  response.writeHead(400, { "content-type": "application/json" });
  response.end(JSON.stringify({ type: "error", error: { type: "invalid_request_error", message: "no" } }));
}).listen(0, "127.0.0.1", () => {
  const env = {
    PATH: process.env.PATH, HOME: `${folder}/home`, ANTHROPIC_API_KEY: "dummy",
    ANTHROPIC_BASE_URL: `http://127.0.0.1:${server.address().port}`, CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
  };
  const program = `${folder}/node_modules/@anthropic-ai/claude-agent-sdk-linux-x64/claude`;
  spawn(program, ["-p", "hello"], { cwd: `${folder}/project`, env, stdio: "ignore" }).once("exit", () => {
    server.close();
    server.closeAllConnections();
  });
});
JS
node "$folder/run.mjs" "$folder"
sleep 4
cat "$folder/log"
[ "$(tr '\n' ',' < "$folder/log")" = "StopFailure began,SessionEnd began,SessionEnd ended," ] || { echo "changed"; exit 1; }
echo "as described"
