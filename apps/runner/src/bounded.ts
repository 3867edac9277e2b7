import type { Harness, HarnessRun, RunSpec } from "./harness/harness.ts";
import { after } from "./harness/patience.ts";

/** Past its deadline, or once it has to end, how long a turn may take to end before its harness counts as hung, ms. */
const SLACK_MS = 15_000;
/** Time for a line into a turn. */
const LINE_MS = 30_000;

export interface Bounds {
  /** Time for a harness to come up, ms. */
  startMs: number;
  /** The part of that for reopening a conversation; half of it by default. */
  againMs?: number;
  /** It has to end now. */
  until: AbortSignal;
  slackMs?: number;
}

/**
 * Starts a harness, in its earlier conversation if it can, with a limit on everything that it does.
 *
 * @throws if it is not up in time, or has to end before; what comes up later is ended at once
 */
export async function startBounded(
  harness: Harness,
  spec: RunSpec,
  ref: string | null,
  bounds: Bounds,
): Promise<{ run: HarnessRun; isResumed: boolean }> {
  const { startMs, againMs = startMs / 2, until } = bounds;
  const began = Date.now();
  const up = (starting: Promise<HarnessRun>, ms: number) =>
    within(starting, ms, until, `${harness.name} didn't start within ${startMs / 1000} s.`).catch((error: unknown) => {
      void starting.then((run) => run.dispose(0)).catch(() => undefined);
      throw error;
    });
  // A conversation that doesn't reopen leaves time for a new one.
  const again = ref && harness.resume ? await up(harness.resume(ref, spec), againMs).catch(() => null) : null;
  until.throwIfAborted();
  const left = Math.max(1, startMs - (Date.now() - began));
  const run = again ?? (await up(harness.start(spec), left));
  return { run: boundedRun(harness.name, run, bounds), isResumed: again !== null };
}

function boundedRun(name: string, run: HarnessRun, bounds: Bounds): HarnessRun {
  const { until, slackMs = SLACK_MS } = bounds;
  const steer = run.steer?.bind(run);
  const move = run.move?.bind(run);
  return {
    get ref() {
      return run.ref;
    },
    get pid() {
      return run.pid;
    },
    get ownModel() {
      return run.ownModel;
    },
    send(text, { deadlineMs }) {
      const late = `${name} was still in its turn ${Math.round((deadlineMs + slackMs) / 1000)} s after it began.`;
      const turn = within(run.send(text, { deadlineMs }), deadlineMs + slackMs, null, late);
      return Promise.race([turn, hungAfter(until, slackMs, turn, name)]);
    },
    ...(steer && {
      steer: (text: string) => within(steer(text), LINE_MS, until, `${name} didn't take the line within 30 s.`),
    }),
    ...(move && {
      move: (cwd: string) => within(move(cwd), LINE_MS, until, `${name} opened no other conversation within 30 s.`),
    }),
    abort: () => within(run.abort(), slackMs, null, `${name} didn't end its turn when told to.`),
    dispose: (graceMs) => within(run.dispose(graceMs), graceMs + slackMs, null, `${name} didn't end when told to.`),
  };
}

/** Fails once it should have ended this long ago, unless it has. */
function hungAfter(until: AbortSignal, ms: number, turn: Promise<unknown>, name: string): Promise<never> {
  return new Promise((_, reject) => {
    let stop = () => {};
    const count = () => {
      stop = after(ms, () => reject(new Error(`${name} didn't end its turn when told to.`)));
    };
    if (until.aborted) count();
    else until.addEventListener("abort", count, { once: true });
    const settle = () => {
      stop();
      until.removeEventListener("abort", count);
    };
    turn.then(settle, settle);
  });
}

/** @throws with these words when it takes longer, and when it is not wanted any more */
function within<T>(act: Promise<T>, ms: number, until: AbortSignal | null, late: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = after(ms, () => reject(new Error(late)));
    const give = () => reject(new Error("It was stopped before."));
    if (until?.aborted) give();
    until?.addEventListener("abort", give, { once: true });
    void act.then(resolve, reject).finally(() => {
      stop();
      until?.removeEventListener("abort", give);
    });
  });
}
