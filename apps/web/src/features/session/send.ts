import type { Reply } from "@squadroom/client/call";
import { doAct } from "../../act/do-act.ts";

export const ACT_DONE = {
  start: (session) => `Session ${session} has started.`,
  pause: (session) => `Session ${session} is paused.`,
  park: (session) => `Session ${session} is parked.`,
  resume: (session) => `Session ${session} is resumed.`,
  stop: (session) => `Session ${session} is stopped.`,
} satisfies Record<string, (session: number) => string>;

/** What a lead does with a session that has not ended. */
export type Act = "start" | "pause" | "park" | "resume" | "budget" | "stop";

/** Needs no text; stopping and its budget ask for one. */
export function steer(room: string, sessionId: number, act: Exclude<Act, "budget" | "stop">): void {
  const params = { room, sessionId: String(sessionId) };
  const done = { said: () => ACT_DONE[act](sessionId) };
  if (act === "start") void doAct("startSession", { params }, done);
  else if (act === "resume") void doAct("resumeSession", { params }, done);
  else void doAct("pauseSession", { params, body: { park: act === "park" } }, done);
}

export type EndedRow = Reply<"listSessions">["data"][number];
