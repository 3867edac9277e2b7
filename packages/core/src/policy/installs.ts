import type { Call } from "./call.ts";
import type { Finding } from "./rule.ts";
import { argsOf, programOf, type Run } from "./run.ts";

const INSTALLS = /^(i|in|ins\w*|install-\w+|isn\w*|ci|ic|clean-install\S*|it|cit|sit|add)$/;

function isInstall(run: Run): boolean {
  const args = argsOf(run);
  return (
    programOf(run) === "npm" &&
    INSTALLS.test(args.find((text) => !text.startsWith("-")) ?? "") &&
    !args.some((text) => /^--ignore-scripts(=true)?$/.test(text))
  );
}

/** If the command itself can say so, it does; otherwise a person is asked. */
export function installs({ shell }: Call): Finding[] {
  return (shell?.runs ?? []).filter(isInstall).map((run) => {
    const words = run.words.map(({ text }) => text);
    return run.ends
      ? {
          rule: "install_scripts" as const,
          what: "It runs without the packages' own scripts: --ignore-scripts was added.",
          words,
        }
      : {
          rule: "dependency" as const,
          what: "It installs packages and runs their scripts.",
          words,
          allowed: ["npm ci --ignore-scripts"],
        };
  });
}

/** The call with `--ignore-scripts` after each installing act of npm. */
export function withoutScripts(call: Call): { input: unknown } | null {
  const { command, shell, input } = call;
  if (command === null || !shell) return null;
  const ends = shell.runs.filter(isInstall).flatMap((run) => {
    const at = run.words.findIndex(({ text }) => INSTALLS.test(text));
    return run.ends?.[at] ?? [];
  });
  let changed = command;
  for (const end of [...new Set(ends)].sort((a, b) => b - a))
    changed = `${changed.slice(0, end)} --ignore-scripts${changed.slice(end)}`;
  const replaced = replacedIn(input, command, changed);
  return replaced === null ? null : { input: replaced };
}

function replacedIn(input: unknown, command: string, changed: string): unknown {
  if (input === command) return changed;
  if (typeof input === "string" && input.trimStart().startsWith("{")) {
    try {
      const fields = replacedIn(JSON.parse(input), command, changed);
      return fields === null ? null : JSON.stringify(fields);
    } catch {
      return null;
    }
  }
  if (typeof input !== "object" || input === null || Array.isArray(input)) return null;
  const key = Object.entries(input).find(([, value]) => value === command)?.[0];
  return key === undefined ? null : { ...input, [key]: changed };
}
