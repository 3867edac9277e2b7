import type { Room } from "../kernel/room.ts";
import { refused } from "../kernel/ruling.ts";
import type { Context } from "../room/command.ts";
import type { ActedFact } from "../room/ruling.ts";
import { abortFacts, done, type Effect, goTo, stopFacts } from "./effect.ts";
import { reworkTasks } from "./execute.ts";
import { BATCHES_MAX, type Session, type Split } from "./session.ts";
import { titlesOf } from "./split.ts";

type Actor = ActedFact["actor"];

/** What becomes of work in which a review found something. A retry never counts as passed: it is reviewed again. */
export function afterFindings(
  room: Room,
  session: Session,
  verb: string,
  note: string,
  actor: Actor,
  context: Context,
): Effect {
  const { id: sessionId } = session;
  switch (verb) {
    case "retry":
      return done([
        ...reworkTasks(room, session, actor, note, context),
        ...goTo(session, "execute", "forward", actor),
      ]);
    case "override":
      return done([
        { type: "session.review_overridden", data: { sessionId, reason: note }, actor },
      ]);
    default:
      return done(abortFacts(room, session, note, actor));
  }
}

/** A batch is over: the next one, as it was or as the person changed what is left, or nothing more. */
export function afterBatch(
  room: Room,
  session: Session,
  verb: string,
  parts: Split[] | undefined,
  note: string,
  actor: Actor,
): Effect {
  const { id: sessionId, batches, batch } = session;
  const at = batch ?? 0;
  if (verb === "stop") return done(stopFacts(room, session, note, actor));
  const events: ActedFact[] = [];
  let left = (batches ?? []).length - at - 1;
  if (verb === "adjust") {
    const rest = (parts ?? []).map(({ title, description }) => ({ title, description }));
    if (rest.length === 0 || rest.length > BATCHES_MAX) {
      const message =
        rest.length === 0
          ? "No batches are left. Name at least one in `parts`, or stop the session."
          : `A session can have at most ${BATCHES_MAX} batches.`;
      return refused("bad_request", message, { parts: rest.length });
    }
    left = rest.length;
    events.push({ type: "session.batches_adjusted", data: { sessionId, rest }, actor });
  }
  const next = left > 0 ? at + 1 : null;
  events.push({ type: "session.batch_ended", data: { sessionId, batch: at, next }, actor });
  const on = goTo(session, next === null ? "done" : "plan", "forward", actor);
  const label = verb === "adjust" ? `Adjust scope, what is left: ${titlesOf(parts ?? [])}` : null;
  return { ...done([...events, ...on]), ...(label === null ? {} : { label }) };
}
