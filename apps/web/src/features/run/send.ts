import type { OrderAct } from "@squadroom/core/run/run";
import { call, explain } from "../../live/api.ts";
import { toast } from "../../ui/toasts.ts";
import { wordsOf } from "../../words/words-of.ts";

interface Meant {
  id: number;
  name: string;
}

/** Answers what went wrong; `null` when it is on its way. */
export async function sendOrder(
  room: string,
  { id, name }: Meant,
  act: OrderAct,
  text = "",
): Promise<string | null> {
  const { t } = wordsOf("run");
  try {
    const params = { room, run: id };
    await call("orderRun", { params, body: act === "steer" ? { act, text } : { act } });
    if (act === "steer") toast(t("steer.sent", { name }));
    if (act === "interrupt") toast(t("act.interrupted", { name }));
    if (act === "stop") toast(t("act.stopped", { run: id }));
    return null;
  } catch (error) {
    return explain(error).message;
  }
}

/** Its agent goes on in its conversation. @returns the run that does, or what went wrong */
export async function sendResume(room: string, id: number): Promise<number | string> {
  try {
    const { runId } = await call("startRun", { params: { room }, body: { resumes: id } });
    toast(wordsOf("run").t("act.resumed", { run: runId }));
    return runId;
  } catch (error) {
    return explain(error).message;
  }
}
