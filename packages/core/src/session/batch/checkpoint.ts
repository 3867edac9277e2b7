import { type Done, done, type Effect } from "../../decision/question.ts";
import { type ActedFact, refused } from "../../kernel/ruling.ts";
import type { At } from "../record/at.ts";
import { BATCHES_MAX, type BrainstormSession, type Split } from "../record/session.ts";
import { titlesOf } from "../record/split.ts";
import { goTo } from "../steps/effect.ts";

/**
 * A batch is over: the next one, or nothing more.
 *
 * @param left how many come after it; `null`: as many as before
 */
export function endBatch(
  { session, actor }: Pick<At<BrainstormSession>, "session" | "actor">,
  left: number | null,
): Done {
  const { id: sessionId, batches, batch } = session;
  const at = batch ?? 0;
  const isLast = (left ?? (batches ?? []).length - at - 1) <= 0;
  const data = { sessionId, batch: at, next: isLast ? null : at + 1 };
  return done([
    { type: "session.batch_ended", data, actor },
    ...goTo(session, isLast ? "done" : "plan", "forward", actor),
  ]);
}

/** The remaining batches, as changed by the person; then the next one. */
export function adjustBatches(at: Pick<At<BrainstormSession>, "session" | "actor">, parts: readonly Split[]): Effect {
  const rest = parts.map(({ title, description }) => ({ title, description }));
  if (rest.length === 0 || rest.length > BATCHES_MAX) {
    const message =
      rest.length === 0
        ? "No batches are left. Name at least one in `parts`, or stop the session."
        : `A session can have at most ${BATCHES_MAX} batches.`;
    return refused("bad_request", message, { parts: rest.length });
  }
  const data = { sessionId: at.session.id, rest };
  const adjusted: ActedFact = { type: "session.batches_adjusted", data, actor: at.actor };
  const { events } = endBatch(at, rest.length);
  const label = `Adjust scope, what is left: ${titlesOf(rest)}`;
  return { ...done([adjusted, ...events]), label };
}
