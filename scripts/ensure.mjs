// What every script needs before it can work. Only Node's own modules, so that it runs on a fresh clone.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));

/** Ends the process with one sentence when something outside this repository is missing. */
export function giveUp(sentence) {
  console.error(sentence);
  process.exit(1);
}

/** Node and the packages: all that building and starting need. */
export function ensure() {
  requireNode();
  installPackages();
}

function requireNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  const isSupported = major >= 24 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19);
  if (!isSupported) {
    giveUp(
      `Squadroom needs Node 20.19, 22.12, 24 or newer and this is ${process.versions.node}. Install one from https://nodejs.org and try again.`,
    );
  }
}

function installPackages() {
  const hash = createHash("sha256")
    .update(readFileSync(join(root, "pnpm-lock.yaml")))
    .digest("hex");
  const stamp = join(root, "node_modules", ".squadroom-lockfile");
  if (isInstalled(stamp, hash)) return;
  console.log("Installing packages (once)…");
  const { packageManager } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const install = spawnSync("npx", ["--yes", packageManager, "install", "--frozen-lockfile"], {
    cwd: root,
    encoding: "utf8",
    // CI keeps pnpm from asking questions; development keeps it from leaving out what builds need.
    env: { ...process.env, CI: "true", NODE_ENV: "development" },
  });
  if (install.status !== 0) {
    console.error(`${install.stdout ?? ""}${install.stderr ?? ""}`);
    giveUp("The packages couldn't be installed (see above). Check the network and try again.");
  }
  writeFileSync(stamp, hash);
}

/** By the stamp of the last install here, or because pnpm was run by hand since the lockfile changed. */
function isInstalled(stamp, hash) {
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === hash) return true;
  const modules = join(root, "node_modules", ".modules.yaml");
  if (!existsSync(modules)) return false;
  if (statSync(modules).mtimeMs < statSync(join(root, "pnpm-lock.yaml")).mtimeMs) return false;
  writeFileSync(stamp, hash);
  return true;
}

/** Runs a program in the repository; resolves to its exit code, and its output when not shown. */
export function run(command, args, { env = {}, shown = true, limitMs = 0 } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: shown ? "inherit" : ["ignore", "pipe", "pipe"],
    });
    let output = "";
    const keep = (chunk) => {
      output += chunk;
    };
    child.stdout?.setEncoding("utf8").on("data", keep);
    child.stderr?.setEncoding("utf8").on("data", keep);
    const limit = limitMs > 0 ? setTimeout(() => child.kill("SIGKILL"), limitMs) : undefined;
    child.once("error", (error) => {
      clearTimeout(limit);
      resolve({ code: 1, output: `${output}${error.message}\n` });
    });
    child.once("close", (code) => {
      clearTimeout(limit);
      resolve({ code: code ?? 1, output });
    });
  });
}

/** Runs a program and makes its end this process's end: signals go down, the exit code comes up. */
export function become(command, args) {
  const child = spawn(command, args, { cwd: root, stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => {
      // In a terminal, Ctrl-C has reached the whole group already.
      if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
    });
  }
  child.once("error", (error) => giveUp(`Couldn't start ${command}: ${error.message}.`));
  child.once("exit", (code, signal) => {
    if (signal === null) process.exit(code ?? 1);
    for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) process.removeAllListeners(name);
    process.kill(process.pid, signal);
  });
}
