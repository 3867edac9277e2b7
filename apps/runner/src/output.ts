import {
  CHUNK_TEXT_MAX,
  CHUNKS_MAX,
  type RunChunk,
  TOOL_TEXT_MAX,
} from "@squadroom/core/run/output";
import type { RunEvent } from "./harness/harness.ts";

type Said = Extract<RunChunk, { text: string }>["kind"];

/** Text that belongs together is one chunk if it comes within this time, ms. */
const GATHER_MS = 40;
/** Chunks that wait for a server that is away; more, and the oldest go. */
const WAITING_MAX = 2_000;

/** Uploads what a run says and does, in order, in numbered chunks: one that arrived twice is stored once. */
export function createOutput(send: (chunks: RunChunk[]) => Promise<unknown>) {
  let n = 0;
  let turn = 0;
  let waiting: RunChunk[] = [];
  let text = "";
  let hasPieces = false;
  let timer: NodeJS.Timeout | null = null;
  let sending: Promise<void> = Promise.resolve();
  const began = new Map<string, number>();

  function add(chunk: RunChunk): void {
    waiting.push(chunk);
    if (waiting.length > WAITING_MAX) waiting = waiting.slice(-WAITING_MAX);
    timer ??= setTimeout(flush, GATHER_MS);
  }

  const place = () => ({ n: ++n, at: Date.now(), turn });

  function settleText(): void {
    for (let from = 0; from < text.length; from += CHUNK_TEXT_MAX) {
      const part = text
        .slice(from, from + CHUNK_TEXT_MAX)
        .toWellFormed()
        .replaceAll("\0", "");
      if (part !== "") add({ ...place(), kind: "text", text: part });
    }
    text = "";
  }

  function say(kind: Said, words: string): void {
    settleText();
    const part = words.toWellFormed().replaceAll("\0", "").slice(0, CHUNK_TEXT_MAX);
    if (part !== "") add({ ...place(), kind, text: part.toWellFormed() });
  }

  function flush(): void {
    timer = null;
    settleText();
    if (timer) clearTimeout(timer);
    timer = null;
    const chunks = waiting;
    waiting = [];
    sending = sending.then(async () => {
      for (let from = 0; from < chunks.length; from += CHUNKS_MAX)
        await send(chunks.slice(from, from + CHUNKS_MAX)).catch(() => undefined);
    });
  }

  return {
    begin(number: number, prompt: string): void {
      turn = number;
      say("prompt", prompt);
    },
    say,
    take(event: RunEvent): void {
      switch (event.kind) {
        case "text":
          // What came piece by piece is told once more as a whole.
          if (event.final && hasPieces) {
            hasPieces = false;
            return;
          }
          hasPieces = !event.final;
          text += event.text;
          timer ??= setTimeout(flush, GATHER_MS);
          return;
        case "tool": {
          settleText();
          const { id, name, state, input, output } = event;
          const from = began.get(id);
          if (state === "start") began.set(id, Date.now());
          else began.delete(id);
          const done = state !== "start" && from !== undefined;
          add({
            ...place(),
            kind: "tool",
            tool: {
              id: id.slice(0, 200),
              name: name.slice(0, 200),
              state,
              ...(state === "start" ? { input: plain(input) } : {}),
              ...(output ? { output: output.slice(-TOOL_TEXT_MAX).toWellFormed() } : {}),
              ...(done ? { durationMs: Math.max(0, Date.now() - from) } : {}),
              ...(state === "denied" ? { verdict: "deny" as const } : {}),
            },
          });
          return;
        }
        case "notice":
        case "limited":
          return say("notice", event.text);
        default:
          return;
      }
    },
    async close(): Promise<void> {
      flush();
      await sending;
    },
  };
}

function plain(input: unknown): string {
  const text = typeof input === "string" ? input : JSON.stringify(input ?? {});
  return text.slice(0, TOOL_TEXT_MAX).toWellFormed().replaceAll("\0", "");
}
