import { createHash, randomUUID } from "node:crypto";
import { lstat, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createTwoFilesPatch } from "diff";
import { CliError, EXIT } from "./failure.ts";
import type { Cli } from "./settings.ts";

const FILE = "squadroom.run.json";
/** Anything larger is not settings, bytes. */
const SIZE_MAX = 4 * 1024 * 1024;

/**
 * The project's file names commands that a runner runs, and an agent's branch may have brought in others: changes since
 * the last start count once a person has seen them.
 *
 * @throws CliError if nobody confirmed them
 */
export async function askAboutProject(
  { io, settings }: Pick<Cli, "io" | "settings">,
  isAccepted: boolean,
): Promise<void> {
  const name = createHash("sha256").update(io.cwd).digest("hex").slice(0, 16);
  const seen = join(settings.ownDir, "runners", `${name}.project`);
  const now = await textOf(join(io.cwd, FILE));
  const before = await readFile(seen, "utf8").catch(() => null);
  if (before !== null && before !== now && !isAccepted) {
    io.err(`${FILE} has changed since the last start here:\n\n`);
    io.err(`${createTwoFilesPatch(FILE, FILE, before, now, "", "", { context: 2 })}\n`);
    const answer = await io.ask("A runner runs what it names, as you. Start with it? [y/N] ");
    if (answer === null || !/^y/i.test(answer.trim()))
      throw new CliError(
        "project_changed",
        `${FILE} has changed, and nobody said that it may run what it names now.`,
        "Read it, then start with `squadroom run --accept`.",
        EXIT.state,
      );
  }
  if (before === now) return;
  await mkdir(dirname(seen), { recursive: true, mode: 0o700 });
  // Written in full at once: runners of several rooms may start here together.
  const beside = `${seen}.${randomUUID()}`;
  await writeFile(beside, now, { mode: 0o600 });
  await rename(beside, seen);
}

/** Empty if it is missing. The runner refuses what isn't a file. */
async function textOf(file: string): Promise<string> {
  const found = await lstat(file).catch(() => null);
  return found?.isFile() && found.size <= SIZE_MAX ? readFile(file, "utf8") : "";
}
