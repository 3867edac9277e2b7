import { askAboutUsed, scopeAsks } from "../../budget/ask.ts";
import { type Budget, reachedLimits } from "../../budget/budget.ts";
import { answerScope } from "../../budget/decide.ts";
import {
  type Answering,
  type AskedDecision,
  anOption,
  defineQuestion,
  done,
  type Effect,
} from "../../decision/question.ts";
import type { Room } from "../../kernel/room.ts";
import { answerBudget } from "../budget/decide.ts";
import { sessionsHeldUp } from "../record/ask-words.ts";
import type { Session } from "../record/session.ts";
import { moot, sessionOf } from "./answers.ts";

type BudgetAct = "raise_budget" | "lift_budget" | "stop_at_budget";

declare module "../../kernel/question.ts" {
  interface Questions {
    budget: Asks<"session" | "budget", BudgetAct>;
  }

  interface AnswerDetail {
    /** What a used budget is raised to. */
    budget?: Partial<Budget> | undefined;
  }
}

/** The room, an agent, a run or a session has used its budget. */
export const budget = defineQuestion({
  kind: "budget",
  finds: ({ room, touched }) => (touched.all || touched.sessions ? scopeAsks(room) : []),
  inSession: { paused: askOfSession },
  moot: (room, { subject, ...rest }) =>
    subject.kind === "budget" ? `${subject.name} may continue.` : moot(room, { ...rest, subject }),
  answers: {
    raise_budget: { takes: ["budget"], does: answer },
    lift_budget: answer,
    stop_at_budget: answer,
  },
});

/** The one thing that is asked about a paused session. */
function askOfSession(room: Room, session: Session): AskedDecision<"budget"> | null {
  const { id: sessionId, title, step, isParked, budget: limits, pausedFor } = session;
  if (isParked || limits === null) return null;
  // A run that was counted and reached nobody is taken back; what it paused still asks.
  if (reachedLimits(session).length === 0 && pausedFor !== "budget") return null;
  const stop = anOption("stop", "Stop the session", "What is done stays; nothing else is done.", "stop_at_budget");
  return {
    subject: { kind: "session", sessionId, title, step, part: null },
    holdsUp: sessionsHeldUp(room, session),
    ...askAboutUsed(session, `“${title}”`, stop),
  };
}

function answer({ room, decision, act, detail, note, actor }: Answering<"session" | "budget", BudgetAct>): Effect {
  const { subject } = decision;
  if (subject.kind === "budget") return answerScope(room, subject, act.kind, detail.budget, actor);
  const session = sessionOf(room, decision);
  if (act.kind !== "stop_at_budget") return answerBudget(session, act, detail, actor);
  const reason = note.trim() === "" ? "Stopped at its budget." : note;
  const data = { sessionId: session.id, end: "stopped" as const, reason };
  return done([{ type: "session.ended", data, actor }]);
}
