import { createHash } from "node:crypto";
import type { Agent, Delivery } from "@squadroom/client/agent";
import { normalisePath } from "@squadroom/core/kernel/glob";
import { RefusalError } from "@squadroom/core/kernel/refusal";
import { resumedSummary } from "@squadroom/core/task/resume";
import { readInside } from "./tree/files.ts";

/** Of a file that is kept by its content, bytes. */
const HASHED_MAX = 256 * 1024 * 1024;

type Checks = { name: string; passed: boolean }[];

/** sha-256 and size of a file of the folder; `null`: there is no such file, or it is too large. */
export async function hashIn(folder: string, path: string): Promise<{ hash: string; size: number } | null> {
  const inside = normalisePath(path);
  if (inside === null) return null;
  const hash = createHash("sha256");
  let size = 0;
  const isRead = await readInside(folder, inside, HASHED_MAX, (piece) => {
    hash.update(piece);
    size += piece.length;
  });
  return isRead ? { hash: hash.digest("hex"), size } : null;
}

/**
 * Ends a task that an attempt before was cut short in after it had made all of it, where the room says that it is all
 * there. No turn is taken for it.
 */
export async function endIfDone(
  agent: Agent,
  task: Delivery,
  folder: string,
  made: () => Promise<Record<string, unknown>>,
): Promise<boolean> {
  if (task.kept.length === 0) return false;
  const files = await Promise.all(
    task.kept.map(async ({ path }) => ({
      path,
      hash: (await hashIn(folder, path))?.hash ?? null,
    })),
  );
  const isSame = task.kept.every(({ hash }, i) => files[i]?.hash === hash);
  const found = isSame ? await made() : {};
  const checks = found.checks as Checks | undefined;
  const summary = resumedSummary(task.kept);
  try {
    await agent.complete(task, {
      result: { summary, ...found },
      found: { files, ...(checks ? { checks } : {}) },
    } as never);
    return true;
  } catch (error) {
    // It says what is left: that is a turn's work.
    if (error instanceof RefusalError) return false;
    throw error;
  }
}

/** What a report says was made is kept with its content's hash: whoever comes back can tell whether it is still there. */
export async function keepHashes(
  agent: Agent | null,
  task: Delivery | null,
  place: { root: string } | null,
  { artifacts }: Record<string, unknown>,
): Promise<void> {
  if (!agent || !task || !place || !Array.isArray(artifacts)) return;
  const files = await hashed(place.root, artifacts);
  if (files.length > 0) await agent.progress(task, { artifacts: files } as never).catch(() => undefined);
}

async function hashed(folder: string, artifacts: readonly unknown[]) {
  const found = await Promise.all(
    artifacts.map(async (one) => {
      const { path, status } = (one ?? {}) as { path?: unknown; status?: unknown };
      if (typeof path !== "string" || status === "deleted") return null;
      const content = await hashIn(folder, path);
      return content && { ...(one as object), ...content };
    }),
  );
  return found.filter((one) => one !== null);
}
