import * as z from "zod";
import { text } from "../kernel/text.ts";

/** Longest text of one chunk, UTF-16 units: longer text is several chunks. */
export const CHUNK_TEXT_MAX = 4096;
/** Longest input and longest output of a tool, UTF-16 units each. */
export const TOOL_TEXT_MAX = 2048;
/** Most chunks in one upload. */
export const CHUNKS_MAX = 100;

/**
 * A run's output is uploaded in these. `n` counts 1, 2, 3 … in one run and never means another chunk, so a stored one
 * is known by its number; a number is missing if the runner left something out.
 */
const Place = {
  n: z.number().int().min(1).max(1e15),
  /** Epoch ms. */
  at: z.number().int().min(0).max(1e15),
  /** 1 is the first; 0 is before it. */
  turn: z.number().int().min(0).max(1e15),
};

/** `prompt`: what the turn began with. `steer`: a line into it. `notice`: the harness or the runner says so. */
const SaidChunk = z.strictObject({
  ...Place,
  kind: z.enum(["text", "notice", "prompt", "steer"]),
  text: text(CHUNK_TEXT_MAX, 1),
});

/** A call, as far as it has come: its chunks share one `id`, and the last one has its state. */
const ToolChunk = z.strictObject({
  ...Place,
  kind: z.literal("tool"),
  tool: z.strictObject({
    id: text(200, 1),
    name: text(200, 1),
    /** `changed`: it runs with another input than the agent wrote. */
    state: z.enum(["start", "ok", "failed", "denied", "changed"]),
    /** As JSON, or unchanged if it is text; the beginning of it. */
    input: text(TOOL_TEXT_MAX).optional(),
    /** The end of it. */
    output: text(TOOL_TEXT_MAX).optional(),
    durationMs: z.number().int().min(0).max(1e15).optional(),
    /** What policy said, and by which rule. */
    verdict: z.enum(["allow", "change", "deny"]).optional(),
    rule: text(200, 1).optional(),
  }),
});

export const RunChunk = z.discriminatedUnion("kind", [SaidChunk, ToolChunk]);
export type RunChunk = z.infer<typeof RunChunk>;
