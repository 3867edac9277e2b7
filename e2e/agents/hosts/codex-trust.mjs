// A person's /hooks in Codex: trusts the hooks that are set up in this folder, as the program's own window writes it.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const child = spawn(process.argv[2], ["app-server"], { stdio: ["pipe", "pipe", "inherit"] });
const answers = new Map();
createInterface({ input: child.stdout }).on("line", (line) => {
  const { id, result, error } = JSON.parse(line);
  answers.get(id)?.(error ? Promise.reject(new Error(error.message)) : result);
});

function ask(method, params) {
  const id = answers.size;
  child.stdin.write(`${JSON.stringify({ id, method, params })}\n`);
  return new Promise((resolve) => answers.set(id, resolve));
}

await ask("initialize", { clientInfo: { name: "trust", version: "1" } });
child.stdin.write(`${JSON.stringify({ method: "initialized" })}\n`);
const { data } = await ask("hooks/list", { cwds: [process.cwd()] });
const hooks = data.flatMap((one) => one.hooks);
if (hooks.length === 0) throw new Error(`no hooks: ${JSON.stringify(data)}`);
const trusted = hooks.map(({ key, currentHash }) => [key, { trusted_hash: currentHash }]);
const edit = {
  keyPath: "hooks.state",
  value: Object.fromEntries(trusted),
  mergeStrategy: "upsert",
};
await ask("config/batchWrite", { edits: [edit] });
child.stdin.end();
