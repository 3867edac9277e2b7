import { readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { claimDirectory } from "./owner-lock.ts";
import { findOrphan } from "./postmaster.ts";

/** Directories below the system's temporary one in which tests keep a Postgres. */
export const TEST_DIRECTORY_PREFIX = "squadroom-test-";

/** Ends the servers and removes the directories of test runs that were killed. */
export async function sweepDeadRuns(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    if (!name.startsWith(TEST_DIRECTORY_PREFIX)) continue;
    const directory = join(tmpdir(), name);
    try {
      claimDirectory(directory);
      const orphan = await findOrphan(join(directory, "cluster"));
      await orphan?.stop();
      rmSync(directory, { recursive: true, force: true });
    } catch {
      // Another run lives in it, or it is another user's.
    }
  }
}
