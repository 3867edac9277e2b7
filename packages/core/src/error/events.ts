import { type EventsOf, type FactsOf, fact, NOTHING } from "../kernel/event.ts";
import { titleOf } from "../kernel/title.ts";
import { countedOf, type ErrorBrief, type NewError, type WorkerErrors } from "./reported-error.ts";

/** Payloads of the events about what went wrong. */
declare module "../kernel/event.ts" {
  interface EventData {
    /**
     * An agent met an error at its task. `count`: errors of its run, this one included; warnings don't count. `stops`:
     * it stops the agent, whose task fails in the same commit; a person decides.
     */
    "error.reported": { error: NewError; count: number; stops: boolean };
  }
}

/** Longest text that the room keeps, UTF-16 units; the table has all of it. */
const KEPT_TEXT = 300;
const KEPT_FIXES = 5;

export const ERROR_FACTS: FactsOf<EventsOf<"error">> = {
  "error.reported": fact(NOTHING, (next, { data: { error, stops }, actor, at }) => {
    if (actor.kind !== "agent") throw new Error("only agents report errors");
    const { number, workers } = next.errors;
    if (error.id !== number + 1) throw new Error(`error ${error.id} does not follow ${number}`);
    const { runId, connection, taskId } = error;
    const before = workers[actor.id];
    const counted = [
      ...countedOf(before, { runId, connection }),
      ...(error.severity === "warning" ? [] : [briefOf(error)]),
    ];
    const worker: WorkerErrors = stops
      ? { runId, connection, counted: [], stop: { taskId, at, errors: counted } }
      : { runId, connection, counted, stop: before?.stop ?? null };
    // An agent that is forgotten has no count either.
    const known = Object.entries(workers).filter(([id]) => next.agents[id as typeof actor.id]);
    next.errors = {
      number: error.id,
      workers: { ...Object.fromEntries(known), [actor.id]: worker },
    };
  }),
};

function briefOf(error: NewError): ErrorBrief {
  const { id, severity, file, line, column, suggestedAgent, taskId, message } = error;
  return {
    id,
    severity,
    file,
    line,
    column,
    suggestedAgent,
    taskId,
    message: titleOf(message, KEPT_TEXT),
    fixes: error.attemptedFixes.slice(0, KEPT_FIXES).map(({ fix, outcome, note }) => ({
      fix: titleOf(fix, KEPT_TEXT),
      outcome,
      ...(note ? { note: titleOf(note, KEPT_TEXT) } : {}),
    })),
  };
}
