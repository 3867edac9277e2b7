import { join } from "node:path";
import { FOUND_HARNESSES, type FoundHarness, type FoundHarnessName } from "@squadroom/core/run/run";
import { acpHarness } from "./acp.ts";
import { claudeHarness } from "./claude.ts";
import { codexHarness } from "./codex.ts";
import { commandHarness } from "./command.ts";
import { copilotHarness } from "./copilot.ts";
import { type Around, isSignedIn } from "./found.ts";
import type { Harness, Probe } from "./harness.ts";
import { opencodeHarness } from "./opencode.ts";
import { after } from "./patience.ts";

/** Longest search for one harness. */
const PROBE_MS = 10_000;

/** Those that can be found without settings. */
const BY_NAME: Record<FoundHarnessName, (around: Around) => Harness> = {
  claude: (around) => claudeHarness(around),
  codex: (around) => codexHarness(around),
  copilot: (around) => copilotHarness(around),
  opencode: (around) => opencodeHarness(around),
  gemini: ({ env }) =>
    acpHarness({
      name: "gemini",
      argv: ["gemini", "--acp"],
      env,
      install: "npm install --global @google/gemini-cli",
      // In a folder that nobody trusted in its own window, it would drop the room's tools.
      extraEnv: { GEMINI_CLI_TRUST_WORKSPACE: "true" },
      isSignedIn: () =>
        isSignedIn(env, {
          variables: ["GEMINI_API_KEY", "GOOGLE_API_KEY"],
          files: [join(env.HOME ?? "", ".gemini", "oauth_creds.json")],
        }),
    }),
};

/** Those that run any program that the user names. */
const BY_ARGV = { acp: acpHarness, command: commandHarness };

/** What `--with` takes. */
export const HARNESSES = [...Object.keys(BY_NAME), ...Object.keys(BY_ARGV)];

/** `null`: there is none with this name, or it lacks the program to start. */
export function harnessNamed(name: string, around: Around, argv: readonly string[] = []): Harness | null {
  const known = FOUND_HARNESSES.find((one) => one === name);
  if (known) return BY_NAME[known](around);
  if ((name !== "acp" && name !== "command") || argv.length === 0) return null;
  return BY_ARGV[name]({ name, argv, env: around.env });
}

/** What is installed of each; looks for all at once. */
export function findHarnesses(around: Around): Promise<FoundHarness[]> {
  return Promise.all(
    Object.values(BY_NAME).map(async (make) => {
      const harness = make(around);
      const probe = await probed(harness);
      return "missing" in probe
        ? { name: harness.name, version: null, isSignedIn: null, ...probe }
        : { name: harness.name, version: probe.version, isSignedIn: probe.isSignedIn };
    }),
  );
}

async function probed(harness: Harness): Promise<Probe> {
  let stop = () => {};
  const late = new Promise<Probe>((resolve) => {
    stop = after(PROBE_MS, () => {
      const missing = `${harness.name} didn't answer in ${PROBE_MS / 1000} s.`;
      resolve({ missing, install: `${harness.name} --version` });
    });
  });
  const probe = await Promise.race([harness.probe(), late]);
  stop();
  return probe;
}
