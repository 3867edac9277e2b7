import { once } from "node:events";
import { endOf } from "../cut-text.ts";
import { type Child, type Exit, type Launch, launch } from "./child.ts";
import { Desk, endedWords, wordsOf } from "./desk.ts";
import { programNamed } from "./found.ts";
import type { Harness, RunSpec } from "./harness.ts";
import { sleepUnless } from "./patience.ts";

/** Stands for the prompt among the arguments; a program without it reads the prompt from stdin. */
const PROMPT = "{prompt}";

/** How long its output may stay open after its end. */
const CLOSE_MS = 1_000;

export interface CommandOptions {
  name: string;
  argv: readonly string[];
  env: NodeJS.ProcessEnv;
}

/** Any program: each turn runs it once, with the prompt in and text out. Nobody is asked about what it does. */
export function commandHarness(options: CommandOptions, start: Launch = launch): Harness {
  return {
    name: options.name,
    probe: async () => programNamed(options.argv, options.env),
    start: async (spec) => conversation(options.argv, spec, start),
  };
}

function conversation(argv: readonly string[], spec: RunSpec, start: Launch) {
  const desk = new Desk(spec);
  let child: Child | null = null;
  let isClosed = false;
  let code: Exit = 0;
  let close = (_code: Exit) => {};
  const exited = new Promise<Exit>((resolve) => {
    close = resolve;
  });
  return desk.run({
    ref: "",
    get pid() {
      return child?.pid;
    },
    async turn(text) {
      // Each turn is a process that knows nothing.
      const prompt = spec.system ? `${spec.system}\n\n${text}` : text;
      let own: Child;
      try {
        const words = argv.map((word) => word.replaceAll(PROMPT, () => prompt));
        own = await start(words, spec);
      } catch (error) {
        const why = `${argv[0]} can't be started: ${wordsOf(error)}`;
        return { ...desk.failed(why), isFinal: true };
      }
      child = own;
      own.stdin.end(argv.some((word) => word.includes(PROMPT)) ? "" : prompt);
      own.stdout.setEncoding("utf8").on("data", (text: string) => desk.piece(text));
      const closed = once(own.stdout, "close");
      code = await own.exited;
      // A process that left the group may keep it open forever.
      await sleepUnless(closed, CLOSE_MS);
      // What it says later is not part of the next turn.
      own.stdout.destroy();
      child = null;
      const end = desk.done();
      if (code === 0) return end;
      return desk.failed(endedWords(code, own.complaint() || endOf(end.text, 500)));
    },
    interrupt: async () => child?.end(0),
    async close(graceMs) {
      if (isClosed) return;
      isClosed = true;
      await child?.end(graceMs);
      close(code);
    },
    exited,
    complaint: () => "",
  });
}
