import { uuidv7 } from "@squadroom/client/uuidv7";
import type { Call, Caller } from "./caller.ts";
import type { Chance } from "./random.ts";

/** Share of the tasks at which an agent meets errors. */
const ERROR_SHARE = 0.12;
/** Most count; one after the other, so that agents are stopped also in a short run. */
const SEVERITIES = ["error", "error", "critical", "warning"];

/**
 * An agent at work meets an error, or several, each in words that are in no other request.
 *
 * @returns whether one of them stopped it: the task is no longer its own
 */
export async function meetErrors(
  caller: Caller,
  call: Call,
  chance: Chance,
  { taskId, fence }: { taskId: string; fence: number },
): Promise<boolean> {
  if (!chance.is(ERROR_SHARE)) return false;
  do {
    const message = `It doesn't build: ${uuidv7()}`;
    const told = await call(caller, {
      op: "reportError",
      path: `/rooms/${caller.roomId}/tasks/${taskId}/errors`,
      body: { fence, message, severity: chance.pick(SEVERITIES) },
      isKeyed: true,
      sees: { marks: [message] },
    });
    if (!told.ok) return false;
    if (told.reply.stopped) return true;
  } while (chance.is(0.6));
  return false;
}
