import type { Call, Caller } from "./caller.ts";
import type { Chance } from "./random.ts";

export interface TaskRow {
  id: string;
  state: string;
  title?: string | null;
}

/** What is tried over and over ends after so many times of standing still. */
const ROUNDS_MAX = 4;
const DONE = new Set(["completed", "cancelled"]);

export const isOver = ({ state }: TaskRow) => DONE.has(state);

/** What a person reads of one room, and answers there. */
export class RoomCalls {
  readonly path: string;

  constructor(
    roomId: string,
    private readonly caller: Caller,
    readonly call: Call,
  ) {
    this.path = `/rooms/${roomId}`;
  }

  async write(op: string, what: string, body: unknown): Promise<void> {
    await this.call(this.caller, { op, path: `${this.path}/${what}`, body, isKeyed: true });
  }

  async read(what: string): Promise<Record<string, unknown> | null> {
    const path = `${this.path}/${what}`;
    const answer = await this.call(this.caller, {
      op: "list",
      method: "GET",
      path,
      isKeyed: false,
    });
    return answer.ok ? answer.reply : null;
  }

  async tasks(): Promise<TaskRow[] | null> {
    const all: TaskRow[] = [];
    let cursor = "";
    do {
      const page = await this.read(`tasks?limit=200${cursor}`);
      if (!page) return null;
      all.push(...(page.data as TaskRow[]));
      cursor = page.next ? `&cursor=${encodeURIComponent(String(page.next))}` : "";
    } while (cursor !== "");
    return all;
  }

  async liveRuns(): Promise<{ id: number; state: string }[] | undefined> {
    const page = await this.read("runs?limit=100");
    const runs = page?.data as { id: number; state: string }[] | undefined;
    return runs?.filter(({ state }) => state !== "destroyed");
  }

  /** Answers what asks with the first option whose id is wanted, or the first. */
  async settle(wanted: RegExp): Promise<void> {
    const listed = await this.read("decisions?state=pending");
    const pending = (listed?.data ?? []) as {
      id: string;
      kind: string;
      version: number;
      options: { id: string; needsNote: boolean }[];
    }[];
    for (const { id, kind, version, options } of pending) {
      const option = options.find((one) => wanted.test(one.id)) ?? options[0];
      if (!option) continue;
      const body = { optionId: option.id, version, ...(option.needsNote && { note: "Go on." }) };
      await this.write(`settle ${kind}`, `decisions/${id}/answer`, body);
    }
  }

  /** Settles until every task is over. `false`: nothing has happened for so long, or much without an end. */
  async untilDone(settle: () => Promise<void>, stillMs: number): Promise<boolean> {
    let seen = "";
    let since = Date.now();
    const deadline = since + stillMs * ROUNDS_MAX;
    while (Date.now() - since < stillMs && Date.now() < deadline) {
      await settle();
      const tasks = await this.tasks();
      if (tasks?.every(isOver)) return true;
      const now = JSON.stringify([tasks, await this.liveRuns()]);
      if (now !== seen) since = Date.now();
      seen = now;
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    return false;
  }
}

export async function retryMerges(calls: RoomCalls, chance: Chance): Promise<void> {
  const branches = await calls.read("branches");
  for (const { key, merge } of (branches?.data ?? []) as Branch[])
    if (merge?.state === "failed" && chance.is(0.3))
      await calls.write("retry merge", `branches/${key}/merge/retry`, {});
}

interface Branch {
  key: string;
  merge: { state: string } | null;
}
