#!/bin/sh
# Gemini CLI's shell tool and a backtick in a quoted heredoc
#
# Version: @google/gemini-cli 0.61.0, Linux x64, Node 20 or newer.
# Behaviour: `run_shell_command` refuses a command whose text holds a backtick inside a heredoc with a quoted delimiter,
# or inside single quotes, where no shell substitutes anything. So text with code in it can't be piped to a program.
# Seen: `Command injection detected: command substitution syntax ($(), backticks, <() or >()) found in command arguments.`
# So: text for a command goes there by a file, or without backticks.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$folder" @google/gemini-cli@0.61.0
mkdir -p "$folder/home/.gemini" "$folder/project"
echo '{"security":{"auth":{"selectedType":"gemini-api-key"}},"general":{"enableAutoUpdate":false},"privacy":{"usageStatisticsEnabled":false}}' > "$folder/home/.gemini/settings.json"
cat > "$folder/run.mjs" <<'JS'
// A model on loopback that calls the shell once, and says what came back.
import { spawn } from "node:child_process";
import { createServer } from "node:http";
const [, , folder, command] = process.argv;
let answer = "";
const server = createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request) body += chunk;
  const parts = JSON.parse(body || "{}").contents?.flatMap(({ parts }) => parts) ?? [];
  const result = parts.find(({ functionResponse }) => functionResponse);
  if (result) answer = JSON.stringify(result.functionResponse.response);
  const part = result
    ? { text: "Done." }
    : { functionCall: { name: "run_shell_command", args: { command, description: "try" } } };
  const data = { candidates: [{ index: 0, content: { role: "model", parts: [part] }, finishReason: "STOP" }] };
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.end(`data: ${JSON.stringify(data)}\n\n`);
}).listen(0, "127.0.0.1", () => {
  const env = {
    PATH: process.env.PATH, HOME: `${folder}/home`, GEMINI_API_KEY: "dummy", GEMINI_CLI_TRUST_WORKSPACE: "true",
    GEMINI_CLI_NO_RELAUNCH: "true", GOOGLE_GEMINI_BASE_URL: `http://127.0.0.1:${server.address().port}`,
  };
  const program = `${folder}/node_modules/@google/gemini-cli/bundle/gemini.js`;
  const args = [program, "--approval-mode", "yolo", "-p", "try"];
  spawn(process.execPath, args, { cwd: `${folder}/project`, env, stdio: "ignore" }).once("exit", () => {
    console.log(answer);
    server.close();
    server.closeAllConnections();
  });
});
JS
plain=$(node "$folder/run.mjs" "$folder" "cat <<'END'
It has a README now.
END")
marked=$(node "$folder/run.mjs" "$folder" "cat <<'END'
It has a \`README\` now.
END")
echo "plain:  $plain"
echo "marked: $marked"
case $plain in *"It has a README now."*) ;; *) echo "changed: the plain one doesn't run"; exit 1 ;; esac
case $marked in *"Command injection detected"*) echo "as described" ;; *) echo "changed"; exit 1 ;; esac
