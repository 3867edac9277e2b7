// Real agent clients against a scripted model, on this machine alone: node e2e/agents/run.mjs [--client codex]
// [--way command] [--journey squad], or with --cost what a task and a wait cost each of them, as JSON, or with --harnesses
// the contract that the runner's adapters keep (harnesses.ts). The clients are installed here on first use, and nowhere
// else.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { build } from "../../scripts/build.mjs";
import { become, ensure, giveUp, root } from "../../scripts/ensure.mjs";

const here = join(root, "e2e", "agents");

ensure();
install();
await build().catch((error) => giveUp(error.message));
const PROGRAMS = { "--cost": "cost.ts", "--harnesses": "harnesses.ts" };
const given = process.argv.slice(2);
const options = given.filter((option) => !(option in PROGRAMS));
const program = PROGRAMS[given.find((option) => option in PROGRAMS)] ?? "main.ts";
become(process.execPath, ["--import", "tsx", join(here, program), ...options]);

function install() {
  const installed = join(here, "node_modules", ".modules.yaml");
  const wanted = join(here, "pnpm-lock.yaml");
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(wanted).mtimeMs) return;
  console.log("Installing the agents' clients (once, 1.4 GB in e2e/agents/node_modules)…");
  const { packageManager } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  // No install scripts: the programs are in the packages, and nothing else is fetched.
  const flags = ["--ignore-workspace", "--ignore-scripts", "--frozen-lockfile"];
  const { status } = spawnSync("npx", ["--yes", packageManager, "install", ...flags], {
    cwd: here,
    stdio: "inherit",
    env: { ...process.env, CI: "true" },
  });
  if (status !== 0) giveUp("The clients couldn't be installed (see above).");
  utimesSync(installed, new Date(), new Date());
}
