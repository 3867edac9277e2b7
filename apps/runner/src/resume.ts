import { createHash } from "node:crypto";
import type { Agent, Delivery } from "@squadroom/client/agent";
import { CONTENT_BYTES_MAX, contentOf, inOneCall } from "@squadroom/client/content";
import { normalisePath } from "@squadroom/core/kernel/glob";
import { RefusalError } from "@squadroom/core/kernel/refusal";
import { resumedSummary } from "@squadroom/core/task/resume";
import { readInside } from "./tree/files.ts";

/** Largest file that is kept by its content, bytes. */
const HASHED_MAX = 256 * 1024 * 1024;

type Checks = { name: string; passed: boolean }[];

/** sha-256 and size of a file in the folder, and its text; `null`: it is missing, or too large. */
export async function hashIn(
  folder: string,
  path: string,
): Promise<{ hash: string; size: number; content?: string } | null> {
  const inside = normalisePath(path);
  if (inside === null) return null;
  const hash = createHash("sha256");
  const pieces: Buffer[] = [];
  let size = 0;
  const isRead = await readInside(folder, inside, HASHED_MAX, (piece) => {
    hash.update(piece);
    if (size <= CONTENT_BYTES_MAX) pieces.push(Buffer.from(piece));
    size += piece.length;
  });
  return isRead ? { hash: hash.digest("hex"), size, ...contentOf(Buffer.concat(pieces)) } : null;
}

/**
 * Ends a task whose earlier attempt was cut short after it had made everything, if the room says that all of it is
 * there. No turn is spent on it.
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
    // It says what is missing: that is a turn's work.
    if (error instanceof RefusalError) return false;
    throw error;
  }
}

/** Keeps reported files with their contents and hashes: whoever comes back can tell whether they are still there. */
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
  return inOneCall(found.filter((one) => one !== null));
}
