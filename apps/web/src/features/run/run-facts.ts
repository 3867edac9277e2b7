import type { Reply } from "@squadroom/client/call";
import type { RoomView } from "@squadroom/core/kernel/view";
import type { ModelHow, ModelLayer } from "@squadroom/core/run/model";
import type { EndedRun, Run, RunId, RunState } from "@squadroom/core/run/run";
import type { Usage } from "@squadroom/core/usage/usage";
import { plainText } from "../../words/plain-text.ts";

export type RunRow = Reply<"getRun">["run"];

/** A run as the screen shows it, live or ended. */
export interface RunFacts {
  id: RunId;
  name: string;
  role: string;
  harness: string | null;
  model: string | null;
  modelBy: ModelLayer | null;
  modelHow: ModelHow | null;
  state: RunState;
  /** Since when it has been in this state; for an ended one, when it ended. */
  since: number | null;
  taskId: string | null;
  branch: string | null;
  tree: string | null;
  folder: string | null;
  runner: string | null;
  turns: number;
  usage: Usage;
  /** The run itself, while it is live. */
  live: Run | null;
  ended: { why: EndedRun["why"]; reason: string; at: number } | null;
}

/** From the room, which knows live runs and the newest ended ones; older ones are requested. */
export function factsOf(view: RoomView, id: number, row: RunRow | undefined): RunFacts | null {
  const { live, ended, runners } = view.runs;
  const run = live.find((one) => one.id === id);
  const runnerOf = (runnerId: string | null) =>
    (runnerId !== null && runners[runnerId as keyof typeof runners]?.name) || null;
  if (run) {
    const { name, role, harness, model, state, taskId, branch, tree, folder, turns, usage } = run;
    return {
      id: run.id,
      name: plainText(name),
      role,
      harness,
      model,
      state,
      taskId,
      branch,
      tree,
      folder,
      turns,
      usage,
      runner: runnerOf(run.runnerId),
      live: run,
      ended: null,
      modelBy: run.modelBy ?? null,
      modelHow: run.modelHow ?? null,
      since: run.turnSince ?? run.stateSince,
    };
  }
  const over = ended.find((one) => one.id === id);
  const of = over ?? row;
  if (!of) return null;
  const { name, role, harness, model, taskId, turns, usage, why, reason, endedAt } = of;
  return {
    id: id as RunId,
    name: plainText(name),
    role,
    harness,
    model,
    taskId,
    turns,
    state: "destroyed" as const,
    since: endedAt,
    live: null,
    usage: usage as Usage,
    branch: row?.branch ?? null,
    tree: over?.tree ?? null,
    modelBy: over?.modelBy ?? null,
    modelHow: over?.modelHow ?? null,
    folder: null,
    runner: row?.runner ?? runnerOf(of.runnerId),
    ended: { why: why ?? "finished", reason: reason ?? "", at: endedAt ?? 0 },
  };
}

/** How a run that needs a look differs from the others. */
export function toneOf({ state, ended }: RunFacts): "c-work" | "c-bad" | undefined {
  if (state === "active") return "c-work";
  return state === "error" || (ended && FAILED.includes(ended.why)) ? "c-bad" : undefined;
}

const FAILED: readonly EndedRun["why"][] = ["crashed", "start_failed", "start_timeout"];

/** A program that only prints can't listen while it works. */
export function takesLines(harness: string | null): boolean {
  return harness !== "command";
}
