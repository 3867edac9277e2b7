import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const require = createRequire(import.meta.url);
const SYSTEM = `${process.platform}-${process.arch}`;

/** A file of a package; the way there may lead through the package that depends on it. */
export function packaged(path: string, through?: string): string {
  if (!through) return require.resolve(path);
  return createRequire(require.resolve(through)).resolve(path);
}

/** The program of this system's package, without the script in front of it. */
export const PROGRAMS = {
  claude: () => join(dirname(packaged(`@anthropic-ai/claude-agent-sdk-${SYSTEM}/package.json`, SDK.claude)), "claude"),
  codex: () => {
    const folder = dirname(packaged(`@openai/codex-${SYSTEM}/package.json`, "@openai/codex/package.json"));
    const [target = ""] = readdirSync(join(folder, "vendor"));
    return join(folder, "vendor", target, "bin", "codex");
  },
  copilot: () => packaged(`@github/copilot-${SYSTEM}`, "@github/copilot/package.json"),
  opencode: () =>
    join(dirname(packaged(`opencode-${SYSTEM}/package.json`, "opencode-ai/package.json")), "bin", "opencode"),
};

export function inspector(): string {
  const home = dirname(packaged("@modelcontextprotocol/inspector/package.json"));
  return join(home, "clients", "launcher", "build", "index.js");
}

const SDK = { claude: "@anthropic-ai/claude-agent-sdk" };

/** A program of ours in which an SDK runs, so that it can be killed like any client. */
export function host(name: string): string {
  return fileURLToPath(new URL(`../hosts/${name}.mjs`, import.meta.url));
}
