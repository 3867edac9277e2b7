import { createInterface } from "node:readline";
import type { Child } from "./child.ts";
import { wholeLines } from "./whole-lines.ts";

type Params = Record<string, unknown>;

/** The other side of a pipe that speaks JSON-RPC, one message per line, without the version field. */
export class JsonRpc {
  private readonly waiting = new Map<number, { done(value: unknown): void; fail(why: Error): void }>();
  private count = 0;

  constructor(
    private readonly child: Child,
    private readonly ours: {
      hear(method: string, params: Params): void;
      /** @throws when it answers nothing of the kind */
      answer(method: string, params: Params): Promise<unknown>;
      /** Takes what the other side says. @see Desk.reading */
      reading(read: () => void): void;
      tooLong(bytes: number): void;
    },
  ) {
    const lines = wholeLines(child.stdout, (bytes) => ours.tooLong(bytes));
    createInterface({ input: lines }).on("line", (line) => {
      if (line.trimStart().startsWith("{")) ours.reading(() => this.take(JSON.parse(line)));
    });
  }

  request(method: string, params: Params): Promise<Params> {
    const id = ++this.count;
    return new Promise<unknown>((done, fail) => {
      this.waiting.set(id, { done, fail });
      this.write({ id, method, params });
    }) as Promise<Params>;
  }

  notify(method: string): void {
    this.write({ method });
  }

  private take(message: {
    id?: number | string;
    method?: string;
    params?: Params;
    result?: unknown;
    error?: { message: string };
  }): void {
    const { id, method, params = {} } = message;
    if (method === undefined) {
      const waiting = this.waiting.get(id as number);
      this.waiting.delete(id as number);
      if (message.error) waiting?.fail(new Error(message.error.message));
      else waiting?.done(message.result);
    } else if (id === undefined) this.ours.hear(method, params);
    else
      void this.ours.answer(method, params).then(
        (result) => this.write({ id, result }),
        (error: Error) => this.write({ id, error: { code: -32601, message: error.message } }),
      );
  }

  private write(message: object): void {
    this.child.stdin.write(`${JSON.stringify(message)}\n`);
  }
}
