/** What it does to the runs there that all of them are stopped. */
export function endsText(runs: number): string {
  if (runs === 0) return "Nothing runs.";
  return runs === 1
    ? "1 run ends now; its task goes back to the queue, and its changes stay."
    : `${runs} runs end now; their tasks go back to the queue, and their changes stay.`;
}

export const STARTED = {
  creating: (run) => `Run ${run} starts.`,
  queued: (run) => `Run ${run} waits for a slot.`,
} satisfies Record<string, (run: number) => string>;
