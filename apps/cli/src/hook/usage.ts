import { createHash } from "node:crypto";
import { RefusalError } from "@squadroom/core/kernel/refusal";
import { REPORT_MODELS_MAX } from "@squadroom/core/usage/usage";
import type { Counted } from "../agent-state.ts";
import type { HookSeat } from "./seat.ts";
import type { HookEvent, Hooked } from "./shapes.ts";
import { answersIn, hasReader, KINDS, NONE, plus, type Sums, sumsOf } from "./transcript.ts";

/** While a task continues, ms: often enough for a budget. */
const EVERY_MS = 60_000;
/** Most records that one agent goes through: those that it left, or copied, count once. */
const FILES_MAX = 5;

/**
 * Reports what the conversation has used since the last report, for the held task. Use between two tasks counts for the
 * next one. `isDue` reports it now, otherwise once a minute.
 */
export async function tellUsage(
  seat: HookSeat,
  event: HookEvent,
  { harness, now, isDue }: { harness: Hooked; now: () => number; isDue: boolean },
): Promise<void> {
  const { transcript } = event;
  if (!transcript || !hasReader(harness)) return;
  const { counted } = seat.kept;
  // Another version kept other figures.
  const before = counted?.told ? counted : { files: [], told: {}, at: 0 };
  const isKnown = before.files.includes(transcript);
  if (isKnown && !isDue && now() - before.at < EVERY_MS) return;
  const after = countedWith(before, harness, transcript);
  const sums = sumsOf(answersIn(harness, after.files));
  const isTold = await tell(seat, after.told, dueOf(sums, after.told));
  if (!isTold && isKnown) return;
  const told = isTold ? sums : after.told;
  await seat.update({ kept: { ...seat.kept, counted: { ...after, told, at: now() } } });
}

/**
 * What is in a record when it is first seen was used before the agent came, unless the record continues a known one:
 * then it copies that one's answers.
 */
export function countedWith(before: Counted, harness: Hooked, file: string): Counted {
  if (before.files.includes(file)) return before;
  const files = [...before.files, file];
  const known = answersIn(harness, before.files);
  const own = answersIn(harness, [file]);
  const goesOn = [...own.keys()].some((id) => known.has(id));
  const kept = files.slice(-FILES_MAX);
  const seen = sumsOf(goesOn ? answersIn(harness, files) : known);
  const told = combined(before.told, sumsOf(answersIn(harness, kept)), 1);
  return { ...before, files: kept, told: combined(told, seen, -1) };
}

/** By model, what hasn't been reported. */
export function dueOf(sums: Sums, told: Sums): Sums {
  const due = Object.entries(combined(sums, told, -1)).map(([model, tokens]) => {
    const left = Object.fromEntries(KINDS.map((kind) => [kind, Math.max(tokens[kind], 0)]));
    return [model, left as typeof tokens] as const;
  });
  return Object.fromEntries(due.filter(([, tokens]) => KINDS.some((kind) => tokens[kind] > 0)));
}

async function tell(seat: HookSeat, told: Sums, due: Sums): Promise<boolean> {
  const usages = Object.entries(due).map(([model, tokens]) => ({
    ...tokens,
    ...(model === "" ? {} : { model }),
  }));
  const [first, ...others] = usages.slice(0, REPORT_MODELS_MAX);
  if (!first) return false;
  const params = { room: seat.state.room.id };
  const { delivery } = await seat.client().call("getContext", { params });
  if (!delivery) return false;
  const { taskId, fence } = delivery;
  const usage = { ...first, ...(others.length > 0 ? { others } : {}) };
  // Two hooks of one moment have the same to report, and so has one whose answer was lost.
  const since = JSON.stringify([seat.state.agentId, taskId, fence, told]);
  const key = `usage-${createHash("sha256").update(since).digest("hex")}`;
  const body = { fence, usage };
  await seat
    .client()
    .call("reportProgress", { params: { ...params, taskId }, body, key })
    .catch((error: unknown) => {
      if (!(error instanceof RefusalError && error.refusal.code === "key_reused")) throw error;
    });
  return true;
}

function combined(a: Sums, b: Sums, times: number): Sums {
  const models = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  return Object.fromEntries(models.map((one) => [one, plus(a[one] ?? NONE, b[one], times)]));
}
