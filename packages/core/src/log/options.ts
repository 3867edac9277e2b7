import type { RoomModels } from "../run/model.ts";

/** What a room does one way or the other. */
export interface RoomOptions {
  /** A person is asked before the next session starts; otherwise it starts by itself. */
  askBeforeNext: boolean;
  /** Which models its runs work with; left out: nobody said. */
  models?: RoomModels;
  /** E-mail addresses in whatever is written into the room become `[email]`; left out: they stay. */
  redactEmails?: boolean;
  /** Whoever takes a task locks what its boundaries allow; left out: taking one locks nothing. */
  lockBoundaries?: boolean;
  /** Pipelines that run at once; left out: three. */
  pipelinesAtOnce?: number;
  /** An agent locks each file before its first write to it; left out: it only respects others' locks. */
  lockWrites?: boolean;
}

declare module "../kernel/view.ts" {
  interface RoomView {
    options: RoomOptions;
  }
}

export const DEFAULT_OPTIONS: RoomOptions = { askBeforeNext: false };
