import type { Delivery } from "@squadroom/client/agent";
import { inOneCall } from "@squadroom/client/content";
import { RefusalError } from "@squadroom/core/kernel/refusal";
import { listedUpTo } from "@squadroom/core/kernel/words";
import { resumedSummary } from "@squadroom/core/task/resume";
import { foundIn, hashOf } from "../file-hash.ts";
import type { HookSeat } from "./seat.ts";

/**
 * Reports what is there of the files of an attempt that was cut short, and ends the task if the room accepts that as
 * done: no turn is spent on it. Returns what to tell; `null`: the agent has to do it.
 */
export async function endIfDone(seat: HookSeat, task: Delivery | null): Promise<string | null> {
  if (!task || task.kept.length === 0) return null;
  const { taskId, fence, kept } = task;
  const found = await foundIn(seat.kept.folder, kept);
  const result = { summary: resumedSummary(kept) };
  try {
    await seat.client().call("completeTask", {
      params: { room: seat.state.room.id, taskId },
      body: { fence, result, found, next: false },
    });
  } catch (error) {
    // It says what is missing: that is a turn's work.
    if (error instanceof RefusalError) return null;
    throw error;
  }
  await seat.update({ task: null });
  const files = listedUpTo(
    3,
    kept.map(({ path }) => path),
  );
  return `${taskId} is done, and no longer yours: an attempt before had finished it, and ${files} ${kept.length === 1 ? "is" : "are"} unchanged.`;
}

/** The held task, if a tool brought it. */
export async function endHeldIfDone(seat: HookSeat): Promise<string | null> {
  const params = { room: seat.state.room.id };
  const { delivery } = await seat.client().call("getContext", { params });
  return endIfDone(seat, delivery);
}

/** Keeps reported files with their contents and hashes: whoever comes back can tell whether they are still there. */
export async function keepHashes(seat: HookSeat, input: unknown): Promise<void> {
  const { result, artifacts = result?.artifacts } = (input ?? {}) as {
    artifacts?: unknown;
    result?: { artifacts?: unknown };
  };
  if (!Array.isArray(artifacts)) return;
  const named = artifacts.flatMap((one) => {
    const { path, status } = (one ?? {}) as { path?: unknown; status?: unknown };
    return typeof path === "string" && status !== "deleted" ? [{ ...(one as object), path }] : [];
  });
  const files = await Promise.all(
    named.map(async (one) => {
      const content = await hashOf(seat.kept.folder, one.path);
      return content && { ...one, ...content };
    }),
  );
  const made = inOneCall(files.filter((one) => one !== null));
  const held = made.length > 0 && (await heldOf(seat));
  if (!held) return;
  await seat
    .client()
    .call("reportProgress", {
      params: { room: seat.state.room.id, taskId: held.taskId },
      body: { fence: held.fence, artifacts: made as never },
    })
    // What it named is refused where it is named, not here.
    .catch(() => undefined);
}

export async function heldOf(seat: HookSeat): Promise<{ taskId: string; fence: number } | null> {
  const params = { room: seat.state.room.id };
  return (await seat.client().call("getContext", { params })).delivery;
}
