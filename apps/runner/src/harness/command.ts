import { once } from "node:events";
import { type Child, type Launch, launch } from "./child.ts";
import { Desk } from "./desk.ts";
import { probeArgv } from "./found.ts";
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

/** Any program: each turn runs it once, with the prompt in and text out. It asks for nothing that it does. */
export function commandHarness(options: CommandOptions, start: Launch = launch): Harness {
  return {
    name: options.name,
    probe: () => probeArgv(options.argv, options.env),
    start: async (spec) => conversation(options.argv, spec, start),
  };
}

function conversation(argv: readonly string[], spec: RunSpec, start: Launch) {
  const desk = new Desk(spec);
  let child: Child | null = null;
  let isFirst = true;
  let isClosed = false;
  let code: number | null = 0;
  let close = (_code: number | null) => {};
  const exited = new Promise<number | null>((resolve) => {
    close = resolve;
  });
  return desk.run({
    ref: "",
    get pid() {
      return child?.pid;
    },
    async turn(text) {
      const prompt = isFirst && spec.system ? `${spec.system}\n\n${text}` : text;
      isFirst = false;
      const own = await start(
        argv.map((word) => word.replaceAll(PROMPT, () => prompt)),
        spec,
      );
      child = own;
      own.stdin.end(argv.some((word) => word.includes(PROMPT)) ? "" : prompt);
      own.stdout.setEncoding("utf8").on("data", (text: string) => desk.piece(text));
      const closed = once(own.stdout, "close");
      code = await own.exited;
      // What left the group may keep it open for ever.
      await sleepUnless(closed, CLOSE_MS);
      child = null;
      const end = desk.done();
      if (code === 0) return end;
      const words = [`It ended with ${code ?? "a signal"}.`, own.complaint() || end.text];
      return desk.failed(words.join(" ").trim());
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
