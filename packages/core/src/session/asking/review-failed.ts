import * as z from "zod";
import { type AskedDecision, anOption, defineQuestion, done } from "../../decision/question.ts";
import type { TaskId } from "../../kernel/ids.ts";
import type { Room } from "../../kernel/room.ts";
import { counted } from "../../kernel/words.ts";
import { foundIn, foundText } from "../../task/found.ts";
import { ROUNDS_MAX } from "../../task/review.ts";
import { abortOption, about, clip } from "../record/ask-words.ts";
import { LET_STAND } from "../record/decided.ts";
import { type BrainstormSession, isReviewed } from "../record/session.ts";
import { goTo } from "../steps/effect.ts";
import { reworkTasks } from "../steps/execute.ts";
import { anotherRound, askAboutRejected, rollBack } from "../steps/rejected.ts";
import { abort, inBrainstorm, letGoOn } from "./answers.ts";

declare module "../../kernel/question.ts" {
  interface Acts {
    another_round: { taskId: TaskId };
    roll_back: { taskId: TaskId };
  }

  interface Questions {
    review_failed: Asks<
      "session",
      "fix_findings" | "let_stand" | "another_round" | "roll_back" | "let_go_on" | "abort"
    >;
  }
}

/** The review of the whole found something, or a task of the plan was rejected round after round. */
export const reviewFailed = defineQuestion({
  kind: "review_failed",
  inSession: { execute: askAboutRejected, review: askAboutFindings },
  answers: {
    fix_findings: inBrainstorm((at) =>
      done([...reworkTasks(at, at.note), ...goTo(at.session, "execute", "forward", at.actor)]),
    ),
    let_stand: inBrainstorm(({ session, note, actor }) => {
      const data = { sessionId: session.id, reason: note };
      return done([{ type: "session.review_overridden", data, actor }]);
    }),
    another_round: {
      fields: { taskId: z.string() },
      does: inBrainstorm((at) => anotherRound(at, at.act.taskId, at.note)),
    },
    roll_back: {
      fields: { taskId: z.string() },
      does: inBrainstorm((at) => rollBack(at, at.act.taskId, at.note)),
    },
    let_go_on: letGoOn,
    abort,
  },
});

function askAboutFindings(room: Room, session: BrainstormSession): AskedDecision<"review_failed"> | null {
  const proposal = session.proposals.review;
  if (!proposal || isReviewed(session)) return null;
  const { value, by } = proposal;
  const rounds = session.execution?.rounds ?? 1;
  const found = foundIn(value);
  return {
    ...about(room, session, "review", null),
    kind: "review_failed",
    urgency: "high",
    question: `${by.name} found ${counted(found.length, "thing", "things")} in “${session.title}”, round ${rounds} of ${ROUNDS_MAX}. What next?`,
    reason: clip([value.summary, ...found.map(foundText)].join("\n")),
    options: [
      anOption(
        "retry",
        "Fix and review again",
        "The findings become a task; then everything is reviewed again.",
        "fix_findings",
      ),
      anOption("override", LET_STAND, "It continues despite these findings. Your reason is kept.", "let_stand", {
        needsNote: true,
      }),
      abortOption(0),
    ],
  };
}
