type State = "queued" | "creating" | "active" | "idle" | "error" | "over";

/** Runners and runs, as a log says. */
export class RunReading {
  readonly runners = new Map<string, { connection: number; state: "online" | "silent" | "left" }>();
  readonly states = new Map<number, State>();
  readonly orders = new Map<string, number>();
}
