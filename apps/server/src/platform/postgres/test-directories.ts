import { mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findOrphan } from "./postmaster.ts";
import { processIdentity } from "./process-identity.ts";

const PREFIX = "squadroom-test-";

/** A directory for a Postgres of this process; its name holds the pid. */
export function makeTestDirectory(): string {
  return mkdtempSync(join(realpathSync(tmpdir()), `${PREFIX}${process.pid}-`));
}

/** Ends the servers and removes the directories that killed test runs have left behind. */
export async function sweepTestDirectories(): Promise<void> {
  const parent = realpathSync(tmpdir());
  for (const name of readdirSync(parent)) {
    const pid = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1];
    if (pid === undefined || processIdentity(Number(pid)) !== undefined) continue;
    const directory = join(parent, name);
    try {
      for (const home of [directory, join(directory, "data")]) {
        const orphan = await findOrphan(join(home, "cluster"));
        await orphan?.stop();
      }
      rmSync(directory, { recursive: true, force: true });
    } catch {
      // Another user's, or being swept by another run.
    }
  }
}
