import type { Reply } from "@squadroom/client/call";
import { call, explain } from "../../live/api.ts";
import { toast } from "../../ui/toasts.ts";

export const ACT_DONE = {
  start: (session) => `Session ${session} has started.`,
  pause: (session) => `Session ${session} is paused.`,
  park: (session) => `Session ${session} is parked.`,
  resume: (session) => `Session ${session} is resumed.`,
  stop: (session) => `Session ${session} is stopped.`,
} satisfies Record<string, (session: number) => string>;

/** What a lead does with a session that has not ended. */
export type Act = "start" | "pause" | "park" | "resume" | "budget" | "stop";

export async function actOn(
  room: string,
  sessionId: number,
  act: Exclude<Act, "budget">,
  reason = "",
): Promise<void> {
  const params = { room, sessionId: String(sessionId) };
  if (act === "start") await call("startSession", { params });
  else if (act === "resume") await call("resumeSession", { params });
  else if (act === "stop") await call("stopSession", { params, body: { reason } });
  else await call("pauseSession", { params, body: { reason, park: act === "park" } });
  toast(ACT_DONE[act](sessionId));
}

/** Answers what went wrong; `null` when it is done. */
export async function sendAct(...meant: Parameters<typeof actOn>): Promise<string | null> {
  try {
    await actOn(...meant);
    return null;
  } catch (error) {
    return explain(error).message;
  }
}

/** Puts a queued session beside another one. */
export async function sendMove(
  room: string,
  sessionId: number,
  to: { before: number } | { after: number },
): Promise<void> {
  try {
    await call("moveSession", { params: { room, sessionId: String(sessionId) }, body: { to } });
  } catch (error) {
    toast(explain(error).message, { tone: "bad" });
  }
}

export type EndedRow = Reply<"listSessions">["data"][number];
