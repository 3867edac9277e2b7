import type { CallOptions, Reply } from "@squadroom/client/call";
import type { RouteId } from "@squadroom/core/contract/routes";
import type { QueryKey } from "@tanstack/react-query";
import { call, explain, isRefused, newKey, queryClient } from "../live/api.ts";
import { toast } from "../ui/toasts.ts";

/** What follows when an act is done, or isn't. */
export interface Done<Id extends RouteId> {
  onDone?: (reply: Reply<Id>) => unknown;
  /** Said at the edge of the screen. */
  said?: (reply: Reply<Id>) => string | null;
  onFail?: (error: unknown) => unknown;
  /** What the page has read and reads again, however the act went; what a room's log says arrives by itself. */
  changes?: QueryKey | undefined;
}

/** Where a problem is reported: in place, by whoever draws it, or at the edge of the screen. */
export type Told = "here" | "toast";

const underWay = new Set<string>();
/** Keys of acts whose outcome nobody knows. */
const keys = new Map<string, string>();

/**
 * Does one act of the contract, and reports its outcome. Repeating it while it is under way sends nothing; repeated
 * after the network left the outcome open, it has the same key, so that it happens once.
 *
 * @returns whether it is done
 */
export async function doAct<Id extends RouteId>(
  id: Id,
  given: CallOptions<Id>,
  done: Done<Id> & { told?: Told; onStart?: () => void } = {},
): Promise<boolean> {
  const what = JSON.stringify([id, given]);
  if (underWay.has(what)) return false;
  underWay.add(what);
  done.onStart?.();
  const key = keys.get(what) ?? newKey();
  try {
    const reply = await send(id, given, key);
    keys.delete(what);
    underWay.delete(what);
    done.onDone?.(reply);
    const words = done.said?.(reply);
    if (words) toast(words);
    return true;
  } catch (error) {
    const isOpen = !isRefused(error) || isRefused(error, "unavailable", "outcome_unknown");
    if (isOpen) keys.set(what, key);
    else keys.delete(what);
    underWay.delete(what);
    done.onFail?.(error);
    if (done.told !== "here") toast(explain(error).message, { tone: "bad" });
    return false;
  } finally {
    if (done.changes) void queryClient.invalidateQueries({ queryKey: done.changes });
  }
}

async function send<Id extends RouteId>(id: Id, given: CallOptions<Id>, key: string): Promise<Reply<Id>> {
  try {
    return await call(id, { key, ...(given as object) } as never);
  } catch (error) {
    // Made by a wrong clock: the client has since learnt the right time.
    if (!isRefused(error, "key_expired")) throw error;
    return call(id, given as never);
  }
}
