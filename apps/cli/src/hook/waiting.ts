import type { Delivery } from "@squadroom/client/agent";
import type { Reply } from "@squadroom/client/call";
import { RefusalError } from "@squadroom/core/kernel/refusal";
import type { watchParents } from "../parents.ts";
import type { HookSeat } from "./seat.ts";

/** Longest single poll: below the idle limits of common proxies. */
const POLL_S = 50;
/** How soon it is noticed that the harness is gone, ms. */
export const PARENT_CHECK_MS = 250;

export interface Waited {
  task: Delivery | null;
  messages: Delivery["messages"];
  /** It was held before the turn ended, and nobody had to be waited for. */
  isUnfinished: boolean;
}

/** The next task, for as long as the hook may run and its harness lives; `null`: there was none. */
export async function waitForNext(
  seat: HookSeat,
  untilMs: number,
  { now, watch }: { now: () => number; watch: typeof watchParents },
): Promise<Waited | null> {
  const isOrphaned = watch();
  let hasWaited = false;
  while (now() < untilMs && !isOrphaned()) {
    const waitS = Math.max(0, Math.min(POLL_S, (untilMs - now()) / 1000));
    const reply = await poll(seat, waitS, isOrphaned);
    if (reply === null) return null;
    if (reply.task) {
      if (isOrphaned(true)) {
        if (!reply.again) await giveBack(seat, reply.task);
        return null;
      }
      return {
        task: reply.task,
        messages: [],
        isUnfinished: reply.again && !hasWaited,
      };
    }
    if (reply.messages.length > 0) return { task: null, messages: reply.messages, isUnfinished: false };
    hasWaited = true;
    await new Promise((resolve) => setTimeout(resolve, Math.max(reply.retryAfterS, 0.2) * 1000));
  }
  return null;
}

async function poll(seat: HookSeat, waitS: number, isOrphaned: () => boolean): Promise<Reply<"claimTask"> | null> {
  const left = new AbortController();
  const look = setInterval(() => isOrphaned() && left.abort(), PARENT_CHECK_MS);
  try {
    return await seat.client().call("claimTask", {
      params: { room: seat.state.room.id },
      body: { waitS },
      signal: left.signal,
    });
  } catch (error) {
    // The server takes back what it could not answer.
    if (left.signal.aborted) return null;
    // Another wait or another conversation now has the seat.
    if (error instanceof RefusalError && error.code === "superseded") return null;
    throw error;
  } finally {
    clearInterval(look);
  }
}

/** Claimed for nobody. */
async function giveBack(seat: HookSeat, { taskId, fence }: Delivery): Promise<void> {
  await seat.client().call("putBackTask", {
    params: { room: seat.state.room.id, taskId },
    body: { fence, reason: "Nobody was there to read it." },
  });
}
