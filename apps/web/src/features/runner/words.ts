export const STARTED = {
  creating: (run) => `Run ${run} starts.`,
  queued: (run) => `Run ${run} waits for a slot.`,
} satisfies Record<string, (run: number) => string>;
