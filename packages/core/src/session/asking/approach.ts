import * as z from "zod";
import { type AskedDecision, defineQuestion } from "../../decision/question.ts";
import type { Word } from "../../kernel/ids.ts";
import type { Room } from "../../kernel/room.ts";
import { endSentence } from "../../kernel/sentence.ts";
import { counted } from "../../kernel/words.ts";
import type { Approach } from "../../reply/shapes.ts";
import { about, clip, discuss, otherwise, renew, undoable } from "../record/ask-words.ts";
import type { BrainstormSession } from "../record/session.ts";
import { back, nextText } from "../record/stale.ts";
import { forward, back as goBack, inBrainstorm, talk } from "./answers.ts";

declare module "../../kernel/question.ts" {
  interface Acts {
    /** `null`: the agents choose. */
    choose: { approachId: Word | null };
  }

  interface Questions {
    approach: Asks<"session", "choose" | "discuss" | "back" | "renew">;
  }
}

export const approach = defineQuestion({
  kind: "approach",
  inSession: { approaches: ask },
  answers: {
    choose: {
      fields: { approachId: z.string().nullable() },
      does: inBrainstorm((at) => {
        const data = { sessionId: at.session.id, approachId: at.act.approachId };
        return forward(at, at.option, [{ type: "session.approach_chosen", data, actor: at.actor }]);
      }),
    },
    back: goBack,
    ...talk,
  },
});

function ask(room: Room, session: BrainstormSession): AskedDecision<"approach"> | null {
  const proposal = session.proposals.approaches;
  if (!proposal) return null;
  const { approaches, recommendation, reasoning } = proposal.value;
  return {
    ...about(room, session, "approaches", null),
    kind: "approach",
    question: `Which approach for “${session.title}”?`,
    reason: clip(otherwise(proposal) + (reasoning ?? "")),
    options: [
      ...approaches.map((one) =>
        undoable(
          `choose:${one.id}`,
          one.id === recommendation ? `${one.title} (recommended)` : one.title,
          weighed(one),
          { kind: "choose", approachId: one.id },
        ),
      ),
      undoable("skip", "Let the agents choose", `They say which one and why. ${nextText(session)}`, {
        kind: "choose",
        approachId: null,
      }),
      discuss("the approaches"),
      ...back(session),
      ...renew(proposal),
    ],
  };
}

/** What it is, what speaks for and against it, and how much work it is. */
function weighed({ summary, tradeoffs, taskEstimate }: Approach): string {
  return `${endSentence(summary)} For and against: ${endSentence(tradeoffs)} About ${counted(taskEstimate, "task", "tasks")}.`;
}
