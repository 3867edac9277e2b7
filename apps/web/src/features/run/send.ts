import type { Reply } from "@squadroom/client/call";
import type { OrderAct } from "@squadroom/core/run/run";
import { call, explain } from "../../live/api.ts";
import { toast } from "../../ui/toasts.ts";
import { say } from "../../words/say.tsx";

const ACT_STARTED = {
  creating: (run) => `Run ${run} starts.`,
  queued: (run) => `Run ${run} waits for a slot.`,
} satisfies Record<string, (run: number) => string>;

interface Meant {
  id: number;
  name: string;
}

export async function orderRun(
  room: string,
  { id, name }: Meant,
  act: OrderAct,
  text = "",
): Promise<void> {
  const params = { room, run: id };
  await call("orderRun", { params, body: act === "steer" ? { act, text } : { act } });
  if (act === "steer") toast(say`Sent to ${name}.`);
  if (act === "interrupt") toast(say`The turn of ${name} ends.`);
  if (act === "stop") toast(`Run ${id} stops.`);
}

/** Answers what went wrong; `null` when it is on its way. */
export async function sendOrder(...order: Parameters<typeof orderRun>): Promise<string | null> {
  try {
    await orderRun(...order);
    return null;
  } catch (error) {
    return explain(error).message;
  }
}

/** One that has not started, without a question: nothing is lost. */
export function withdrawRun(room: string, run: Meant): void {
  void sendOrder(room, run, "stop").then((wrong) => {
    if (wrong) toast(wrong, { tone: "bad" });
  });
}

/** Its agent goes on in its conversation. @returns the run that does, or what went wrong */
export function sendResume(room: string, id: number): Promise<number | string> {
  return begin(room, { resumes: id }, ({ runId }) => `Run ${runId} continues it.`);
}

/** One more agent of a role. @returns its run, or what went wrong */
export function sendStart(room: string, role: string): Promise<number | string> {
  return begin(room, { role }, ({ runId, state }) => ACT_STARTED[state](runId));
}

type Begun = Reply<"startRun">;
async function begin(
  room: string,
  body: { role: string } | { resumes: number },
  said: (begun: Begun) => string,
): Promise<number | string> {
  try {
    const begun = await call("startRun", { params: { room }, body });
    toast(said(begun));
    return begun.runId;
  } catch (error) {
    return explain(error).message;
  }
}
