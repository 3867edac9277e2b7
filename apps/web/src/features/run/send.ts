import type { Reply } from "@squadroom/client/call";
import type { OrderAct } from "@squadroom/core/run/run";
import { call, explain } from "../../live/api.ts";
import { toast } from "../../ui/toasts.ts";
import { t } from "./words.ts";

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
  if (act === "steer") toast(t("steer.sent", { name }));
  if (act === "interrupt") toast(t("act.interrupted", { name }));
  if (act === "stop") toast(t("act.stopped", { run: id }));
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
  return begin(room, { resumes: id }, ({ runId }) => t("act.resumed", { run: runId }));
}

/** One more agent of a role. @returns its run, or what went wrong */
export function sendStart(room: string, role: string): Promise<number | string> {
  return begin(room, { role }, ({ runId, state }) => t(`act.started.${state}`, { run: runId }));
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
