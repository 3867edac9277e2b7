import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import type { Counted, Tokens } from "../agent-state.ts";
import type { HookSeat } from "./seat.ts";
import type { HookEvent, Hooked } from "./shapes.ts";

/** While a task goes on, ms: often enough for a budget. */
const EVERY_MS = 60_000;
const NONE: Tokens = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };
const NEWLINE = 10;

/**
 * Tells the room what the conversation used since it was told last, for the task in hand. What it uses between two
 * tasks counts for the next one. `isDue` tells it now, else once a minute.
 */
export async function tellUsage(
  seat: HookSeat,
  event: HookEvent,
  { harness, now, isDue }: { harness: Hooked; now: () => number; isDue: boolean },
): Promise<void> {
  const before = seat.kept.counted;
  if (!event.transcript || !READERS[harness]) return;
  // What stands there when it is seen first was used before the agent came.
  const isKnown = before?.file === event.transcript;
  if (isKnown && !isDue && now() - before.at < EVERY_MS) return;
  const after = count(harness, event.transcript, isKnown ? before : null, now());
  if (isKnown && !(await tell(seat, before, after))) return;
  await seat.update({ kept: { ...seat.kept, counted: after } });
}

async function tell(seat: HookSeat, before: Counted, after: Counted): Promise<boolean> {
  const tokens = less(after.sum, before.sum);
  if (Object.values(tokens).every((one) => one === 0)) return false;
  const params = { room: seat.state.room.id };
  const { delivery } = await seat.client().call("getContext", { params });
  if (!delivery) return false;
  const { taskId, fence } = delivery;
  const usage = { ...tokens, ...(after.model === null ? {} : { model: after.model }) };
  await seat.client().call("reportProgress", {
    params: { ...params, taskId },
    body: { fence, usage },
  });
  return true;
}

function count(harness: Hooked, file: string, before: Counted | null, at: number): Counted {
  const start: Counted = before ?? { file, read: 0, sum: NONE, last: null, model: null, at };
  const { lines, read } = linesFrom(file, start.read);
  const counted = lines.reduce((sum, line) => READERS[harness]?.(sum, line) ?? sum, start);
  return { ...counted, read, at };
}

type Line = Record<string, unknown>;

/** Where a harness writes down what its model's answers took. */
const READERS: Partial<Record<Hooked, (sum: Counted, line: Line) => Counted>> = {
  /** Each part of a message is a line of its own, with the message's figures so far. */
  claude: (sum, { type, message }) => {
    const { id, model, usage } = (message ?? {}) as Line;
    if (type !== "assistant" || typeof id !== "string" || !usage) return sum;
    const said = usage as Record<string, unknown>;
    const tokens = {
      inputTokens: whole(said.input_tokens),
      outputTokens: whole(said.output_tokens),
      cacheReadTokens: whole(said.cache_read_input_tokens),
      cacheWriteTokens: whole(said.cache_creation_input_tokens),
    };
    const without = sum.last?.id === id ? less(sum.sum, sum.last.tokens) : sum.sum;
    return { ...sum, sum: more(without, tokens), last: { id, tokens }, model: name(model) };
  },
  /** Its sum of the conversation, in which the cache's part is counted as input too. */
  codex: (sum, { type, payload }) => {
    const { type: kind, info, model } = (payload ?? {}) as Line;
    if (type === "turn_context") return { ...sum, model: name(model) };
    const total = (info as Line | null | undefined)?.total_token_usage as Line | undefined;
    if (kind !== "token_count" || !total) return sum;
    const cacheReadTokens = whole(total.cached_input_tokens);
    const cacheWriteTokens = whole(total.cache_write_input_tokens);
    const fresh = whole(total.input_tokens) - cacheReadTokens - cacheWriteTokens;
    const outputTokens = whole(total.output_tokens);
    const tokens = { inputTokens: Math.max(fresh, 0), outputTokens };
    return { ...sum, sum: { ...tokens, cacheReadTokens, cacheWriteTokens } };
  },
};

/** Whole lines only: the last one may still be written. */
function linesFrom(file: string, from: number): { lines: Line[]; read: number } {
  let open: number;
  try {
    open = openSync(file, "r");
  } catch {
    // It is made with the first answer.
    return { lines: [], read: from };
  }
  try {
    const bytes = Buffer.alloc(Math.max(fstatSync(open).size - from, 0));
    readSync(open, bytes, 0, bytes.length, from);
    const end = bytes.lastIndexOf(NEWLINE) + 1;
    const text = bytes.subarray(0, end).toString("utf8");
    return { lines: text.split("\n").flatMap(parsed), read: from + end };
  } finally {
    closeSync(open);
  }
}

function parsed(line: string): Line[] {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? [value as Line] : [];
  } catch {
    return [];
  }
}

const KINDS = Object.keys(NONE) as (keyof Tokens)[];

function more(a: Tokens, b: Tokens): Tokens {
  return Object.fromEntries(KINDS.map((kind) => [kind, a[kind] + b[kind]])) as unknown as Tokens;
}

/** Never below nothing: a record that was begun anew counts from there. */
function less(a: Tokens, b: Tokens): Tokens {
  const of = (kind: keyof Tokens) => Math.max(a[kind] - b[kind], 0);
  return Object.fromEntries(KINDS.map((kind) => [kind, of(kind)])) as unknown as Tokens;
}

function whole(value: unknown): number {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? value : 0;
}

function name(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value.slice(0, 80) : null;
}
