import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundleChanged, type Change } from "./bundle-changed.ts";
import type { Violation } from "./evidence.ts";

const RUNNER = fileURLToPath(new URL("../../apps/runner/src", import.meta.url));
const CLI = fileURLToPath(new URL("../../apps/cli", import.meta.url));

interface RunnerPlant {
  /** What agents are asked for, so that it shows. */
  acts: string[];
  /** Words of the violation that it makes. */
  found: RegExp;
  changes: Change[];
}

const inRunner = (file: string, from: string, to: string): Change => ({
  file: join(RUNNER, file),
  from,
  to,
});

/** Bugs of the runner that the harness must find, each a small change of its source. */
export const RUNNER_PLANTS = {
  /** Rooms of a project share their trees, and what is known of these. */
  rooms: {
    acts: ["work", "work", "work"],
    found: /of (?:red|blue) has made\/|have files of (?:red|blue) and/,
    changes: [
      inRunner("workplace.ts", "folder: dataDir,\n        room,", 'folder: join(locks, "all"), room,'),
      inRunner("tree/trees.ts", "record.room !== trees.room || record.key", "record.key"),
      inRunner("tree/trees.ts", " && record.room === trees.room", ""),
    ],
  },
  /** All that a program says of its errors is kept, and told. */
  errors: {
    acts: ["errors"],
    found: /^a runner took \d+ MB/,
    changes: [
      inRunner("harness/child.ts", "(complaint + chunk).slice(-(COMPLAINT_MAX + MARGIN + 1))", "complaint + chunk"),
      inRunner("harness/child.ts", "endOf(complaint, COMPLAINT_MAX)", "complaint"),
    ],
  },
  /** What was copied into a tree is saved as all else. */
  copied: {
    acts: ["unignore"],
    found: /^a commit has the file that git ignores|^the secret is in/,
    changes: [
      inRunner("tree/kept-out.ts", "if (copies.rules.length === 0) return [];", "return [];"),
      inRunner("tree/kept-out.ts", "if (copies.rules.length === 0) return null;", "return null;"),
    ],
  },
  /** What was committed in a submodule goes with its tree, and nobody misses it where the branch is taken. */
  submodules: {
    acts: ["submodule"],
    found: /^the submodule commit of .* is lost/,
    changes: [
      inRunner(
        "tree/submodules.ts",
        "key: string, hashes: readonly string[] = []): Promise<Refused | null> {",
        "key: string, hashes: readonly string[] = []): Promise<Refused | null> { return null;",
      ),
      inRunner(
        "tree/submodules.ts",
        'const missing = await lost(root, gitFolder, commit, into ?? "--remotes");',
        "const missing = [];",
      ),
    ],
  },
  /** How a program ended is said of nobody. */
  cause: {
    acts: ["fail"],
    found: /ended without a cause/,
    changes: [
      inRunner(
        "harness/command.ts",
        "endedWords(code, own.complaint() || endOf(end.text, 500))",
        '"Its harness ended with 0"',
      ),
    ],
  },
  /** The runner's git reads the settings that agents write. */
  settings: {
    acts: ["config", "work"],
    found: /^a runner ran an agent's program/,
    changes: [inRunner("tree/private-git.ts", "commonDir: place,", "commonDir: gitFolder,")],
  },
  /** Nothing says that an agent runs what a runner starts. */
  mark: {
    acts: ["person"],
    found: /^an agent passed for a person/,
    changes: [inRunner("main.ts", 'process.env.SQUADROOM_AGENT = "1";', "")],
  },
} satisfies Record<string, RunnerPlant>;

export type RunnerPlantName = keyof typeof RUNNER_PLANTS;

/** Which of these bugs no violation speaks of. */
export function unfoundInRunner(
  names: readonly RunnerPlantName[],
  violations: readonly Violation[],
): RunnerPlantName[] {
  return names.filter((name) => {
    const { found }: RunnerPlant = RUNNER_PLANTS[name];
    return !violations.some(({ what }) => found.test(what));
  });
}

/** The command and its runner with these bugs in it, in a folder beside the real ones. @returns that folder */
export async function plantInRunner(names: readonly RunnerPlantName[]): Promise<string> {
  const folder = join(CLI, "dist", `planted-${names.join("-")}`);
  const changes = names.flatMap((name): Change[] => RUNNER_PLANTS[name].changes);
  const entry = join(RUNNER, "main.ts");
  await bundleChanged(changes, { entry, outfile: join(folder, "runner.mjs") });
  const outfile = join(folder, "squadroom.mjs");
  await bundleChanged([], { entry: join(CLI, "src/main.ts"), outfile });
  return folder;
}
