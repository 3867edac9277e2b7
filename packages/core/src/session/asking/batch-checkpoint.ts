import { type AskedDecision, anOption, defineQuestion } from "../../decision/question.ts";
import type { Room } from "../../kernel/room.ts";
import { adjustBatches, endBatch } from "../batch/checkpoint.ts";
import { figuresText } from "../batch/figures-text.ts";
import { about, clip, listText } from "../record/ask-words.ts";
import { type BrainstormSession, isReviewed } from "../record/session.ts";
import { rescoutText } from "../scout/rescout.ts";
import { inBrainstorm, stop } from "./answers.ts";

declare module "../../kernel/question.ts" {
  interface Questions {
    batch_checkpoint: Asks<"session", "next_batch" | "adjust_batches" | "stop">;
  }
}

export const batchCheckpoint = defineQuestion({
  kind: "batch_checkpoint",
  inSession: { review: ask },
  answers: {
    next_batch: inBrainstorm((at) => endBatch(at, null)),
    adjust_batches: {
      takes: ["parts"],
      does: inBrainstorm((at) => adjustBatches(at, at.detail.parts ?? [])),
    },
    stop,
  },
});

/** A batch is over and others are left. */
function ask(room: Room, session: BrainstormSession): AskedDecision<"batch_checkpoint"> | null {
  const proposal = session.proposals.review;
  if (!proposal || !isReviewed(session)) return null;
  const { batches, batch } = session;
  if (batches === null || batch === null || batch >= batches.length - 1) return null;
  const rest = batches.slice(batch + 1);
  return {
    ...about(room, session, "review", `batch-${batch + 1}`),
    kind: "batch_checkpoint",
    question: `Batch ${batch + 1} of ${batches.length} of “${session.title}” is done. What next?`,
    reason: clip(
      [figuresText(session), proposal.value.summary, rescoutText(session), `Left:\n${listText(rest)}`]
        .filter((text) => text !== "")
        .join("\n\n"),
    ),
    options: [
      anOption(
        "continue",
        "Continue",
        `“${rest[0]?.title}” is planned next. ${rest.length > 1 ? "You're asked again after it." : "It's the last one."}`,
        "next_batch",
      ),
      anOption(
        "adjust",
        "Adjust scope",
        "It continues with the batches that are left, as you edit them.",
        "adjust_batches",
      ),
      anOption(
        "stop",
        "Stop here",
        `What is done stays. ${rest.length === 1 ? `“${rest[0]?.title}” is` : `The ${rest.length} batches that are left are`} dropped.`,
        "stop",
      ),
    ],
  };
}
