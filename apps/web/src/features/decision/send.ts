import type { Body } from "@squadroom/client/call";
import { call } from "../../live/api.ts";
import { type Outcome, readRefusal } from "./outcome.ts";

type Sent = Outcome | { kind: "problem"; text: string };

/**
 * Answers what the person saw: an answer to anything else is refused, and that is reported. Without a version it
 * answers what is now asked.
 */
export async function answer(
  room: string,
  { id, version }: { id: string; version?: number },
  optionId: string,
  note: string,
  detail?: Body<"answerDecision">["detail"],
): Promise<Sent> {
  try {
    const { label, canUndo } = await call("answerDecision", {
      params: { room, decisionId: id },
      body: {
        optionId,
        note: note.trim(),
        ...(version === undefined ? {} : { version }),
        ...(detail ? { detail } : {}),
      },
    });
    return { kind: "mine", label, canUndo };
  } catch (error) {
    return readRefusal(error);
  }
}

export async function undo(room: string, decisionId: string): Promise<Sent> {
  try {
    const { pendingInstead } = await call("undoDecision", { params: { room, decisionId } });
    return { kind: "undone", again: pendingInstead };
  } catch (error) {
    return readRefusal(error);
  }
}
