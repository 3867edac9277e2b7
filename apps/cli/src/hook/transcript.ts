import { closeSync, openSync, readdirSync, readSync } from "node:fs";
import { join } from "node:path";
import type { Tokens } from "../agent-state.ts";
import type { Hooked } from "./shapes.ts";

/** One answer of a model. */
interface Answer {
  /** `""`: its line names none. */
  model: string;
  tokens: Tokens;
}
/** By the id that it keeps wherever it is written down. */
export type Answers = ReadonlyMap<string, Answer>;
/** What each model's answers used, summed. */
export type Sums = Record<string, Tokens>;
type Line = Record<string, unknown>;
type Reader = (line: Line) => [id: string, Answer][];

export const NONE: Tokens = {
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  cacheWrite1hTokens: 0,
};
export const KINDS = Object.keys(NONE) as (keyof Tokens)[];
const NEWLINE = 10;
const CHUNK = 1 << 20;
/** Mark lines with figures; others may be long, and aren't parsed. */
const MARKS = ['"usage"', '"token_count"', '"turn_context"'];

export function hasReader(harness: Hooked): boolean {
  return READERS[harness] !== undefined;
}

/**
 * The answers in these records of conversations, each once, though copies of it are on several lines or in several
 * records: with the highest figures that a line has for it.
 */
export function answersIn(harness: Hooked, files: readonly string[]): Answers {
  const all = new Map<string, Answer>();
  const open = READERS[harness];
  for (const file of open ? files.flatMap((one) => [one, ...ofSubagents(one)]) : []) {
    const read = open?.(file);
    for (const line of linesOf(file))
      for (const [id, { model, tokens }] of read?.(line) ?? []) {
        const before = all.get(id)?.tokens ?? NONE;
        const most = tokensOf((kind) => Math.max(before[kind], tokens[kind]));
        all.set(id, { model, tokens: most });
      }
  }
  return all;
}

/** For Claude Code: why its service ended the last turn; `null`: it didn't. The end may be reported before. */
export function failureIn(file: string): string | null {
  let last: Line | null = null;
  for (const line of linesOf(file)) if (line.type === "assistant") last = line;
  const { content } = (last?.message ?? {}) as Line;
  if (last?.isApiErrorMessage !== true || !Array.isArray(content)) return null;
  return (content as Line[]).flatMap(({ text }) => text ?? []).join(" ");
}

export function sumsOf(answers: Answers): Sums {
  const sums: Sums = {};
  for (const { model, tokens } of answers.values()) sums[model] = plus(sums[model], tokens);
  return sums;
}

export function plus(a: Tokens = NONE, b: Tokens = NONE, times = 1): Tokens {
  return tokensOf((kind) => a[kind] + times * b[kind]);
}

/** Where a harness writes down what its model's answers used. */
const READERS: Partial<Record<Hooked, (file: string) => Reader>> = {
  /** Each part of a message is a line, with the message's figures so far. What Claude Code itself says is no answer. */
  claude: () => (line) => {
    const { id = line.uuid, model, usage } = (line.message ?? {}) as Line;
    if (line.type !== "assistant" || !usage || typeof id !== "string") return [];
    if (line.isApiErrorMessage === true || model === "<synthetic>") return [];
    const { iterations } = usage as { iterations?: unknown };
    // What the service asked besides the answer isn't in the answer's own figures.
    const beside = (Array.isArray(iterations) ? (iterations as Line[]) : []).flatMap((one, i) => {
      const isBeside = one.type === "compaction" || one.type === "advisor_message";
      const by = name(one.model ?? model);
      return isBeside ? [[`${id}/${i}`, { model: by, tokens: ofClaude(one) }] as const] : [];
    });
    return [[id, { model: name(model), tokens: ofClaude(usage as Line) }], ...beside].map(([of, answer]) => [
      of as string,
      answer as Answer,
    ]);
  },
  /** Its sum of the conversation, which also counts the cache's part as input. */
  codex: (file) => {
    let model = "";
    let before = NONE;
    let count = 0;
    return ({ type, payload }) => {
      const { type: kind, info, model: named } = (payload ?? {}) as Line;
      if (type === "turn_context") model = name(named);
      const total = (info as Line | null | undefined)?.total_token_usage as Line | undefined;
      if (kind !== "token_count" || !total) return [];
      const sum = ofCodex(total);
      const isAnew = KINDS.some((one) => sum[one] < before[one]);
      const tokens = isAnew ? sum : plus(sum, before, -1);
      before = sum;
      count += 1;
      return [[`${file}#${count}`, { model, tokens }]];
    };
  },
};

function ofClaude(said: Line): Tokens {
  const parts = (said.cache_creation ?? {}) as Line;
  const hour = whole(parts.ephemeral_1h_input_tokens);
  const both = hour + whole(parts.ephemeral_5m_input_tokens);
  return {
    inputTokens: whole(said.input_tokens),
    outputTokens: whole(said.output_tokens),
    cacheReadTokens: whole(said.cache_read_input_tokens),
    cacheWriteTokens: Math.max(whole(said.cache_creation_input_tokens), both),
    cacheWrite1hTokens: hour,
  };
}

function ofCodex(total: Line): Tokens {
  const cacheReadTokens = whole(total.cached_input_tokens);
  const cacheWriteTokens = whole(total.cache_write_input_tokens);
  const fresh = whole(total.input_tokens) - cacheReadTokens - cacheWriteTokens;
  return {
    inputTokens: Math.max(fresh, 0),
    outputTokens: whole(total.output_tokens),
    cacheReadTokens,
    cacheWriteTokens,
    cacheWrite1hTokens: 0,
  };
}

/** Claude Code keeps its subagents' transcripts beside its own. */
function ofSubagents(file: string): string[] {
  const folder = join(file.replace(/\.jsonl$/, ""), "subagents");
  try {
    const all = readdirSync(folder, { recursive: true, encoding: "utf8" });
    return all.filter((one) => one.endsWith(".jsonl")).map((one) => join(folder, one));
  } catch {
    return [];
  }
}

/** Whole lines with figures: the last one may still be being written. A record is created with the first answer. */
function* linesOf(file: string): Generator<Line> {
  let opened: number;
  try {
    opened = openSync(file, "r");
  } catch {
    return;
  }
  try {
    let rest: Buffer = Buffer.alloc(0);
    const chunk = Buffer.alloc(CHUNK);
    for (let size = 1; size > 0; ) {
      size = readSync(opened, chunk, 0, CHUNK, null);
      rest = Buffer.concat([rest, chunk.subarray(0, size)]);
      let from = 0;
      for (let end = rest.indexOf(NEWLINE); end >= 0; end = rest.indexOf(NEWLINE, from)) {
        const line = rest.subarray(from, end);
        from = end + 1;
        if (MARKS.some((mark) => line.includes(mark))) yield* parsed(line.toString("utf8"));
      }
      rest = rest.subarray(from);
    }
  } finally {
    closeSync(opened);
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

function tokensOf(of: (kind: keyof Tokens) => number): Tokens {
  return Object.fromEntries(KINDS.map((kind) => [kind, of(kind)])) as Tokens;
}

function whole(value: unknown): number {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? value : 0;
}

function name(value: unknown): string {
  return typeof value === "string" ? value.slice(0, 80) : "";
}
