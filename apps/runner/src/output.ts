import { RefusalError } from "@squadroom/core/kernel/refusal";
import { CHUNK_TEXT_MAX, CHUNKS_MAX, type RunChunk, TOOL_TEXT_MAX } from "@squadroom/core/run/output";
import { beginningOf, endOf, storable, upToWord } from "./cut-text.ts";
import { wordsOf } from "./harness/desk.ts";
import type { RunEvent } from "./harness/harness.ts";
import { createToldText } from "./told-text.ts";

/** What policy said about a call, by which rule, and why. */
export interface Judged {
  verdict: "allow" | "change" | "deny";
  rule: string;
  reason: string;
}

type Said = Extract<RunChunk, { text: string }>["kind"];

/** Text that belongs together is one chunk if it arrives within this time, ms. */
const GATHER_MS = 40;
/** Most chunks that wait for a server that is away; beyond that the oldest go. */
const WAITING_MAX = 2_000;
const AGAIN_MS = 1_000;

/**
 * Uploads what a run says and does, in order, in numbered chunks: one that arrived twice is stored once. It never
 * throws, whatever it is given: what can't be shown is reported as such.
 */
export function createOutput(send: (chunks: RunChunk[]) => Promise<unknown>) {
  let n = 0;
  let turn = 0;
  let waiting: RunChunk[] = [];
  const told = createToldText();
  let hasPieces = false;
  let timer: NodeJS.Timeout | null = null;
  let dueAt = 0;
  let pumping: Promise<void> | null = null;
  let isClosing = false;
  const began = new Map<string, number>();
  const judged = new Map<string, Judged>();

  function add(chunk: RunChunk): void {
    waiting.push(chunk);
    if (waiting.length > WAITING_MAX) waiting = waiting.slice(-WAITING_MAX);
    arm();
  }

  function arm(afterMs = GATHER_MS): void {
    const at = Date.now() + afterMs;
    if (timer !== null && at >= dueAt) return;
    if (timer !== null) clearTimeout(timer);
    dueAt = at;
    timer = setTimeout(flush, afterMs);
  }

  const place = () => ({ n: ++n, at: Date.now(), turn });

  /** All of the text, or the part that certainly has no secret. */
  function settleText(isWhole: boolean): void {
    const settled = told.take(isWhole);
    for (let rest = settled; rest !== ""; ) {
      const piece = upToWord(rest, CHUNK_TEXT_MAX);
      rest = rest.slice(piece.length);
      const part = storable(piece);
      if (part !== "") add({ ...place(), kind: "text", text: part });
    }
  }

  function say(kind: Said, words: string): void {
    settleText(true);
    const part = beginningOf(words, CHUNK_TEXT_MAX);
    if (part !== "") add({ ...place(), kind, text: part });
  }

  function flush(): void {
    timer = null;
    safely(() => settleText(isClosing));
    pumping ??= pump().finally(() => {
      pumping = null;
      if (waiting.length > 0 && !isClosing) arm(AGAIN_MS);
    });
  }

  function safely(act: () => void): void {
    try {
      act();
    } catch (error) {
      const text = beginningOf(`Something of it can't be shown: ${wordsOf(error)}`, 500);
      add({ ...place(), kind: "notice", text });
    }
  }

  /** In order; what the server refuses is left out, and what it did not get waits. */
  async function pump(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, CHUNKS_MAX);
      try {
        await send(batch);
      } catch (error) {
        if (!(error instanceof RefusalError)) return;
      }
      const last = batch.at(-1)?.n ?? 0;
      waiting = waiting.filter((chunk) => chunk.n > last);
    }
  }

  function hear(event: RunEvent): void {
    switch (event.kind) {
      case "text":
        // What came in pieces is given once more as a whole.
        if (!event.final || !hasPieces) told.add(event.text);
        hasPieces = !event.final;
        // There is no more of it to come.
        if (event.final) settleText(true);
        else arm();
        return;
      case "tool": {
        settleText(true);
        const { id, name, state, input, output } = event;
        const from = began.get(id);
        if (state === "start") began.set(id, Date.now());
        else began.delete(id);
        const verdict = judged.get(id);
        if (state !== "start") judged.delete(id);
        const said = output || (verdict?.verdict === "deny" ? verdict.reason : "");
        const done = state !== "start" && from !== undefined;
        add({
          ...place(),
          kind: "tool",
          tool: {
            id: storable(id.slice(0, 200)) || "call",
            name: storable(name.slice(0, 200)) || "tool",
            state,
            ...(state === "start" ? { input: plain(input) } : {}),
            ...(said ? { output: endOf(said, TOOL_TEXT_MAX) } : {}),
            ...(done ? { durationMs: Math.max(0, Date.now() - from) } : {}),
            ...(verdict
              ? { verdict: verdict.verdict, rule: verdict.rule.slice(0, 200) }
              : state === "denied"
                ? { verdict: "deny" as const }
                : {}),
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
  }

  return {
    begin(number: number, prompt: string): void {
      turn = number;
      // A call that was judged and never reported belongs to an ended turn.
      judged.clear();
      began.clear();
      safely(() => say("prompt", prompt));
    },
    say: (kind: Said, words: string): void => safely(() => say(kind, words)),
    take: (event: RunEvent): void => safely(() => hear(event)),
    /** Policy has judged a call: that is reported with the call's outcome. */
    judge(callId: string, said: Judged): void {
      judged.set(callId, said);
    },
    async close(): Promise<void> {
      isClosing = true;
      await pumping;
      if (timer) clearTimeout(timer);
      flush();
      await pumping;
      if (timer) clearTimeout(timer);
    },
  };
}

function plain(input: unknown): string {
  const text = typeof input === "string" ? input : JSON.stringify(input ?? {});
  return beginningOf(text, TOOL_TEXT_MAX);
}
