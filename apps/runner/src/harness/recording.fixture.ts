import { PassThrough, Writable } from "node:stream";
import { isDeepStrictEqual } from "node:util";
import type { Child, Launch } from "./child.ts";
import type { Options, Query, Sdk } from "./claude-sdk.ts";
import type { Abilities } from "./contract.fixture.ts";
import type { OpenService, ServerEvent } from "./opencode-server.ts";
import type { OpenDoor } from "./tool-door.ts";

/** A recorded client, of one version: what was said in each clause of the contract, by each process that ran in it. */
export interface Recording {
  version: string;
  can: Abilities;
  clauses: Record<string, Line[][]>;
}

/** One message between an adapter and its client: `in` goes to the client, `out` comes from it. */
export type Line = { in: unknown } | { out: unknown };

/** Names that stand for what differs from place to place. */
export type Places = Record<string, string>;

/** Keeps what a real client and its adapter say to each other. */
export class Recorder {
  readonly takes: Line[][] = [];

  launch(launch: Launch): Launch {
    return async (argv, place) => {
      const child = await launch(argv, place);
      const take = this.take();
      const told = (text: string) => take.push({ in: JSON.parse(text) });
      const heard = (text: string) => take.push({ out: JSON.parse(text) });
      void child.exited.then(() => take.push({ out: "exit" }));
      const stdout = new PassThrough();
      child.stdout.on("data", lines(heard)).pipe(stdout);
      return {
        ...child,
        stdin: through(child.stdin, lines(told)),
        stdout,
        end: (graceMs) => {
          take.push({ in: "close" });
          return child.end(graceMs);
        },
      };
    };
  }

  service(open: OpenService): OpenService {
    return async (argv, place, hear) => {
      const take = this.take();
      const service = await open(argv, place, (event) => {
        take.push({ out: { event } });
        hear(event);
      });
      void service.exited.then(() => take.push({ out: "exit" }));
      return {
        ...service,
        async request(method, path, body) {
          take.push({ in: { method, path, body } });
          const answer = await service.request(method, path, body);
          take.push({ out: { answer, to: path } });
          return answer;
        },
        end: (graceMs) => {
          take.push({ in: "close" });
          return service.end(graceMs);
        },
      };
    };
  }

  /** What is asked by a command is asked of the process that was started last. */
  door(open: OpenDoor): OpenDoor {
    return (answer, module) =>
      open(async (ask) => {
        const take = this.takes.at(-1);
        take?.push({ out: { ask } });
        const said = await answer(ask);
        take?.push({ in: { said } });
        return said;
      }, module);
  }

  sdk(sdk: Sdk): Sdk {
    return {
      query: ({ prompt, options }) => {
        const take = this.take();
        take.push({ in: { options: plainOptions(options) } });
        const [matcher] = options.hooks.PreToolUse;
        const ask = matcher?.hooks[0];
        if (!matcher || !ask) throw new Error("it asks for no tool");
        const hook: typeof ask = async (input, id) => {
          take.push({ out: { ask: input, id } });
          const said = await ask(input, id);
          take.push({ in: { said } });
          return said;
        };
        const query = sdk.query({
          prompt: tapped(
            prompt,
            (user) => take.push({ in: { user } }),
            () => take.push({ in: "close" }),
          ),
          options: {
            ...options,
            hooks: { ...options.hooks, PreToolUse: [{ ...matcher, hooks: [hook] }] },
            spawnClaudeCodeProcess: (given) => {
              const child = options.spawnClaudeCodeProcess(given);
              child.once("exit", () => take.push({ out: "exit" }));
              return child;
            },
          },
        });
        return {
          async initializationResult() {
            await query.initializationResult();
            take.push({ out: "initialized" });
          },
          interrupt() {
            take.push({ in: "interrupt" });
            return query.interrupt();
          },
          close: () => query.close(),
          [Symbol.asyncIterator]: () =>
            tapped(query, (message) => take.push({ out: { message } }))[Symbol.asyncIterator](),
        };
      },
    };
  }

  private take(): Line[] {
    const take: Line[] = [];
    this.takes.push(take);
    return take;
  }
}

/** In place of real clients: each process that starts says what the next one in the recording said. */
export class Replay {
  private at = 0;

  constructor(
    private readonly takes: Line[][],
    private readonly places: Places,
  ) {}

  private answer: (asked: unknown) => Promise<unknown> = async () => ({});

  readonly door: OpenDoor = async (answer) => {
    this.answer = answer;
    return { command: "ask", module: "ask.mjs", close: async () => {} };
  };

  readonly launch: Launch = async () => {
    const { answer } = this;
    const stdout = new PassThrough();
    let exit = (_code: number | null) => {};
    const exited = new Promise<number | null>((resolve) => {
      exit = resolve;
    });
    let complaint = "";
    const end = (code: number | null) => {
      stdout.end();
      exit(code);
    };
    const player = this.player({
      out: (said) => {
        if (said === "exit") return end(null);
        const { ask } = said as { ask?: unknown };
        if (ask === undefined) return void stdout.write(`${JSON.stringify(said)}\n`);
        void answer(ask).then((one) => player.take({ said: one }));
      },
      fail: (words) => {
        complaint = words;
        end(1);
      },
    });
    const stdin = new Writable({
      write: (chunk, _, done) => {
        feed(chunk);
        done();
      },
    });
    const feed = lines((text) => player.take(JSON.parse(text)));
    player.play();
    const child: Child = {
      pid: 0,
      stdin,
      stdout,
      exited,
      complaint: () => complaint,
      async end() {
        player.take("close");
        await exited;
      },
    };
    return child;
  };

  readonly service: OpenService = async (_argv, _place, hear) => {
    const { answer } = this;
    let exit = (_code: number | null) => {};
    const exited = new Promise<number | null>((resolve) => {
      exit = resolve;
    });
    let complaint = "";
    const waiting: { path: string; done(answer: unknown): void }[] = [];
    const player = this.player({
      out: (said) => {
        if (said === "exit") return exit(null);
        const { event, ask, to, ...told } = said as Heard;
        if (event) return hear(event);
        if (ask) return void answer(ask).then((one) => player.take({ said: one }));
        const at = waiting.findIndex(({ path }) => path === to);
        waiting.splice(at, 1)[0]?.done(told.answer);
      },
      fail: (words) => {
        complaint = words;
        exit(1);
      },
    });
    player.play();
    return {
      pid: 0,
      exited,
      complaint: () => complaint,
      request: (method, path, body) =>
        new Promise((done) => {
          waiting.push({ path, done });
          player.take({ method, path, ...(body && { body }) });
        }),
      async end() {
        player.take("close");
        await exited;
      },
    };
  };

  readonly sdk: Sdk = {
    query: ({ prompt, options }) => {
      const messages = new PassThrough({ objectMode: true });
      const idle = { command: "cat", args: [], env: options.env };
      const child = options.spawnClaudeCodeProcess(idle);
      child.once("exit", () => messages.end());
      let initialized = () => {};
      const opening = new Promise<void>((resolve) => {
        initialized = resolve;
      });
      const player = this.player({
        out: (said) => {
          if (said === "initialized") return initialized();
          if (said === "exit") return void child.kill("SIGKILL");
          const { message, ask, id } = said as { message?: unknown; ask?: unknown; id?: string };
          if (message) messages.write(message);
          else void options.hooks.PreToolUse[0]?.hooks[0]?.(ask, id).then((answer) => player.take({ said: answer }));
        },
        fail: (words) => messages.destroy(new Error(words)),
      });
      player.take({ options: plainOptions(options) });
      player.play();
      void (async () => {
        for await (const user of prompt) player.take({ user });
        player.take("close");
      })();
      const query: Query = {
        initializationResult: () => opening,
        interrupt: async () => player.take("interrupt"),
        close: () => child.kill(),
        [Symbol.asyncIterator]: () => messages[Symbol.asyncIterator](),
      };
      return query;
    },
  };

  private player(to: Parameters<typeof play>[1]) {
    const take = this.takes[this.at++];
    if (!take) throw new Error("the recording has no more processes");
    return play(JSON.parse(filled(JSON.stringify(take), this.places)) as Line[], to);
  }
}

/** What a server says: an event, a question of its plugin, or the answer to a request. */
interface Heard {
  event?: ServerEvent;
  ask?: unknown;
  answer?: unknown;
  to?: string;
}

/** Says what the client said, each time once it was told what it was told then. */
function play(take: readonly Line[], to: { out(said: unknown): void; fail(words: string): void }) {
  const waiting: unknown[] = [];
  const left = [...take];
  let isPlaying = false;
  let hasFailed = false;
  function go(): void {
    if (!isPlaying || hasFailed) return;
    for (let line = left[0]; line; line = left[0]) {
      if ("out" in line) {
        left.shift();
        to.out(line.out);
        continue;
      }
      if (waiting.length === 0) return;
      // What is sent at the same time may have another order.
      const run = left.findIndex((one) => "out" in one);
      const due = left.slice(0, run < 0 ? left.length : run) as { in: unknown }[];
      const isTold = (line: Line, told: unknown) => "in" in line && isDeepStrictEqual(same(line.in), same(told));
      const from = waiting.findIndex((told) => due.some((one) => isTold(one, told)));
      if (from < 0) {
        // What doesn't wait for an answer may come before it was due.
        const told = waiting.find((one) => !left.some((later) => isTold(later, one)));
        if (told === undefined) return;
        hasFailed = true;
        const wanted = JSON.stringify(line.in);
        return to.fail(`The recording has ${wanted} here, and was told ${JSON.stringify(told)}.`);
      }
      const [told] = waiting.splice(from, 1);
      left.splice(
        due.findIndex((one) => isTold(one, told)),
        1,
      );
    }
  }
  return {
    take(told: unknown): void {
      waiting.push(told);
      go();
    },
    play(): void {
      isPlaying = true;
      setImmediate(go);
    },
  };
}

/** Without what is made anew each time. */
function same(message: unknown): unknown {
  const uuid = /[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}/g;
  return JSON.parse(JSON.stringify(message).replace(uuid, "uuid"));
}

/** A header, then each clause, each process, each message on a line of its own. */
export function written({ clauses, ...header }: Recording): string {
  const said = Object.entries(clauses).flatMap(([clause, takes]) => [
    { clause },
    ...takes.flatMap((take) => [{ starts: true }, ...take]),
  ]);
  return [header, ...said].map((line) => `${JSON.stringify(line)}\n`).join("");
}

export function parsed(text: string): Recording {
  const [header, ...said] = text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const clauses: Recording["clauses"] = {};
  let takes: Line[][] = [];
  for (const line of said)
    if ("clause" in line) {
      takes = [];
      clauses[line.clause] = takes;
    } else if ("starts" in line) takes.push([]);
    else takes.at(-1)?.push(line);
  return { ...header, clauses };
}

function filled(text: string, places: Places): string {
  return Object.entries(places).reduce((all, [name, value]) => all.replaceAll(`{{${name}}}`, value), text);
}

/** What differs from place to place under its name. */
export function scrubbed(text: string, places: Places): string {
  return Object.entries(places)
    .sort(([, a], [, b]) => b.length - a.length)
    .reduce((all, [name, value]) => all.replaceAll(value, `{{${name}}}`), text);
}

/** Those that are data, but for the environment. */
function plainOptions({ env: _, ...options }: Options): unknown {
  return JSON.parse(JSON.stringify(options));
}

function lines(take: (line: string) => void): (chunk: Buffer | string) => void {
  let rest = "";
  return (chunk) => {
    const parts = (rest + chunk.toString()).split("\n");
    rest = parts.pop() ?? "";
    for (const part of parts) if (part.trim() !== "") take(part);
  };
}

function through(target: Writable, told: (chunk: Buffer) => void): Writable {
  return new Writable({
    write(chunk, _, done) {
      told(chunk);
      target.write(chunk, () => done());
    },
  });
}

async function* tapped<T>(
  all: AsyncIterable<T>,
  told: (one: T) => void,
  over: () => void = () => {},
): AsyncGenerator<T> {
  for await (const one of all) {
    told(one);
    yield one;
  }
  over();
}
