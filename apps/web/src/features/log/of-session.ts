import type { EventData, EventsOf } from "@squadroom/core/kernel/event";
import type { SessionId } from "@squadroom/core/kernel/ids";
import type { Names } from "../../live/names.ts";
import type { Line } from "./sentence.ts";
import { TASKS, type Told } from "./told.ts";

/** What is done once a plan or a pipeline is under way. */
export type DoneEvents = Pick<
  EventsOf<"session">,
  | "session.advanced"
  | "session.ruled"
  | "session.dispatched"
  | "session.checkpoint_passed"
  | "session.revised"
  | "session.discussion_opened"
  | "session.perspective_given"
  | "session.discussed"
>;

type Values = Record<"who" | "session" | "title", string>;

export function ofSession<E extends { data: { sessionId: SessionId } }>(
  say: (values: Values, event: E, names: Names) => Line,
  shown: Told<E>["shown"] = TASKS,
): Told<E> {
  return {
    shown,
    line: (event, names, who) => {
      const { sessionId } = event.data;
      const values = { who, session: String(sessionId), title: names.session(sessionId) };
      return say(values, event, names);
    },
  };
}

const STEPS = {
  scout: "the scout",
  triage: "the triage",
  questions: "the questions",
  approaches: "the approaches",
  design: "the design",
  plan: "the plan",
  execute: "the execution",
  review: "the review",
  done: "its end",
};

export function stepOf(step: EventData["session.step_entered"]["step"]): string {
  return STEPS[step];
}
