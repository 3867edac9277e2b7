import { dueCheckpoints } from "@squadroom/core/session/pipeline/steps";
import type { Gate } from "@squadroom/core/session/record/gate";
import type { PipelineSession, Session } from "@squadroom/core/session/record/session";
import { awaitedWork } from "@squadroom/core/session/scout/rescout";
import type { Task } from "@squadroom/core/task/task";
import type { RoomState } from "../../live/room-state.ts";
import { plainText } from "../../words/plain-text.ts";
import { decisionsOf } from "./standing.ts";
import { PHASE_NAMES, STEPS } from "./words.ts";

/** The words in which pages differ by a session's flow. */
interface FlowWords<S extends Session = Session> {
  /** What its work consists of, the heading of their table, and the heading of the column of how each ended. */
  tasks: string;
  table: string;
  ended: string;
  /** If people answered nothing. */
  nothingDecided: string;
  done(count: { done: number; all: number }): string;
  /** Where it is, in a list of sessions. */
  place(session: S): string;
  /** What a gate holds up. */
  heldBy(session: S, gate: Gate, step: keyof typeof STEPS): string;
  /** What people are asked about, if it has a name of its own. */
  asked(state: RoomState, session: S): string | undefined;
  /** What an agent with this task is working on. */
  work(session: S, task: Task | null): string;
}

const stepWords = (session: Session): string => STEPS[awaitedWork(session)?.step ?? session.step];

const BRAINSTORM: FlowWords = {
  tasks: "Tasks",
  table: "Tasks of the plan",
  ended: "Review",
  nothingDecided: "Nothing answered or chosen yet.",
  done: ({ done, all }) => `${done} of ${all} tasks done`,
  place: ({ step }) => STEPS[step],
  heldBy: (_session, _gate, step) => STEPS[step],
  asked: () => undefined,
  work: stepWords,
};

const PIPELINE: FlowWords<PipelineSession> = {
  tasks: "Steps",
  table: "Steps",
  ended: "State",
  nothingDecided: "No checkpoint was passed. Everything else that people decided is in the report.",
  done: ({ done, all }) => `${done} of ${all} steps done`,
  place: ({ pipeline }) => plainText(pipeline.title),
  heldBy: (_session, { phase }) => PHASE_NAMES[phase],
  asked: (state, session) => blockedStep(state, session)?.title ?? dueCheckpoints(session)[0]?.title,
  work: (session, task) => task?.title ?? stepWords(session),
};

const WORDS: Record<Session["flow"], FlowWords> = { brainstorm: BRAINSTORM, pipeline: PIPELINE };

/** @param session `null`: it ended before rooms kept how */
export function flowWords(session: Pick<Session, "flow"> | null): FlowWords {
  return WORDS[session?.flow ?? "brainstorm"];
}

/** The step that a person is asked about since its discussion blocked it again. */
function blockedStep({ view }: RoomState, { id, pipeline, execution }: PipelineSession) {
  const asked = decisionsOf(view, id).find(({ kind }) => kind === "discussion_blocked");
  const part = asked?.subject.kind === "session" ? asked.subject.part : null;
  return pipeline.steps.find((step) => part && execution?.tasks[step.id] === part);
}
