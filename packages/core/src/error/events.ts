import type { NewError } from "./reported-error.ts";

/** Payloads of the events about what went wrong. */
declare module "../kernel/event.ts" {
  interface EventData {
    /**
     * An agent met an error at its task. `count`: of its run, with this one, warnings left out. `stops`: it stops the
     * agent, whose task fails in the same commit; a person decides.
     */
    "error.reported": { error: NewError; count: number; stops: boolean };
  }
}
