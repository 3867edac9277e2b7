import { changedFiles, isLimited, limitSomebody, strayFile } from "./boundaries.ts";
import type { Call, Caller } from "./caller.ts";
import { meetErrors } from "./errors.ts";
import { lockOrWrite } from "./locks.ts";
import { askOrAnswer, mailIn } from "./messages.ts";
import { type Chance, pause } from "./random.ts";
import { CHECKS, present, saveScout, type WantedReply, wantsReply } from "./replies.ts";
import { LEASE_S } from "./servers.ts";

interface Delivery {
  taskId: string;
  fence: number;
  kind: string;
  allowedHandoffs: { to: string; intents: string[] }[];
  allowedActions: string[];
  session: WantedReply | null;
  boundaries: { allowed: string[]; forbidden: string[] };
}

/** An agent that fell silent is back this long after its lease ran out, at the latest. */
const LATE_MS = 4_000;
/** Of branches that fail: what joins them goes on without. */
const SHARE_FAILED: Record<string, number> = { branch: 0.3, perspective: 0.15 };
/** Why people of the harness cancel a task. */
export const CANCELLED = "not worth it";

/** What the actors of a run do. */
export interface Habits {
  /** Share of the tasks over which an agent falls silent past its lease. */
  zombieShare?: number | undefined;
  /** The longest that an agent works on a task, in ms. */
  workMs?: number | undefined;
  /** Agents ask people, who answer, change their minds and keep a backlog. Without, all go on working. */
  asks?: boolean | undefined;
  /** People have sessions done, and agents present what they ask for. */
  sessions?: boolean | undefined;
  /** Whoever is asked for a point of view gives the lowest rating: each discussion is HIGH. */
  isStrict?: boolean | undefined;
}

/** An agent: joins, waits, works, hands on; sometimes dies for a while and comes back with its old fence. */
export async function runAgent(
  caller: Caller,
  call: Call,
  chance: Chance,
  signal: AbortSignal,
  /** Who was last given each task; all agents of a run keep it together. */
  givenTo: Map<string, string>,
  { zombieShare = 0.02, workMs = 150, asks = true, sessions = true, isStrict = false }: Habits = {},
): Promise<void> {
  const path = `/rooms/${caller.roomId}`;
  /** Files outside of a task's boundaries that it named on the way. */
  const strays = new Map<string, string[]>();
  let isSilent = false;
  const renewing = (async () => {
    while (!signal.aborted) {
      await pause((LEASE_S * 1000) / 4, signal);
      if (isSilent || caller.connection === null || signal.aborted) continue;
      await call(caller, {
        op: "renew",
        path: `${path}/agents/me/renew`,
        isKeyed: false,
        timeoutMs: 3_000,
      });
    }
  })();

  while (!signal.aborted) {
    if (caller.connection === null && !(await join())) {
      if (signal.aborted) break;
      await pause(300, signal);
      continue;
    }
    const claimed = await call(caller, {
      op: "claim",
      path: `${path}/claims`,
      body: { waitS: 3 },
      isKeyed: false,
      timeoutMs: 9_000,
    });
    if (claimed.ok === false) {
      if (claimed.code === "unauthorized") break;
      if (claimed.code === "superseded" || claimed.code === "not_joined") caller.connection = null;
      await pause(50, signal);
      continue;
    }
    const asked = claimed.ok ? mailIn(claimed.reply) : [];
    let held = claimed.ok ? ((claimed.reply.task as Delivery | null | undefined) ?? null) : null;
    if (claimed.ok && (asked.length > 0 || held)) await askOrAnswer(caller, call, chance, asked);
    while (held && !signal.aborted) held = await work(held);
  }
  await renewing;

  async function join(): Promise<boolean> {
    const joined = await call(caller, {
      op: "join",
      path: `${path}/agents`,
      body: { class: "managed", harness: "faults" },
      isKeyed: true,
    });
    if (joined.ok) caller.connection = Number(joined.reply.connection);
    return joined.ok === true;
  }

  /** @returns the next task, where it was taken in the same commit */
  async function work(task: Delivery): Promise<Delivery | null> {
    const { taskId, fence } = task;
    givenTo.set(taskId, caller.credentialId);
    await pause(chance.between(0, workMs), signal);
    if (chance.is(0.3)) {
      const stray = isLimited(task) && chance.is(0.3) ? strayFile(chance) : null;
      if (stray) strays.set(taskId, [...(strays.get(taskId) ?? []), stray.path]);
      const artifacts = stray ? [stray] : [];
      const body = { fence, percent: chance.between(0, 100), action: "reading", artifacts };
      await call(caller, {
        op: "progress",
        path: `${path}/tasks/${taskId}/progress`,
        body,
        isKeyed: true,
      });
    }
    while (chance.is(0.5)) await lockOrWrite(caller, call, chance);
    if (await meetErrors(caller, call, chance, task)) return null;
    if (chance.is(zombieShare)) {
      // Silent past the lease, then goes on as if nothing had been: at any time, or while another is at it.
      isSilent = true;
      await pause(LEASE_S * 1000, signal);
      const isSpiteful = chance.is(0.75);
      const backAt = Date.now() + (isSpiteful ? LATE_MS : chance.between(0, LATE_MS));
      while (Date.now() < backAt && !(isSpiteful && givenTo.get(taskId) !== caller.credentialId))
        await pause(20, signal);
      isSilent = false;
    }
    if (chance.is(SHARE_FAILED[task.kind] ?? 0.06)) {
      const body = { fence, reason: "could not be done this time" };
      await call(caller, {
        op: "fail",
        path: `${path}/tasks/${taskId}/failure`,
        body,
        isKeyed: true,
      });
      return null;
    }
    if (chance.is(0.05) && task.allowedActions.includes("createTasks")) {
      const tasks = [
        { ref: "one", role: "builder", title: "First part", instruction: "The first part." },
        {
          role: "builder",
          title: "Second part",
          instruction: "The second part.",
          requires: ["ref:one"],
        },
      ];
      await call(caller, {
        op: "createTasks",
        path: `${path}/tasks`,
        body: { fence, tasks },
        isKeyed: true,
      });
    }
    if (sessions && chance.is(0.04)) await saveScout(caller, call);
    if (asks && chance.is(0.04)) {
      const body = { fence, question: "Which of the two?", reason: "Both would do." };
      const asked = await call(caller, {
        op: "ask",
        path: `${path}/tasks/${taskId}/interventions`,
        body,
        isKeyed: true,
      });
      // Its next claim waits for the answer.
      if (asked.ok) return null;
    }
    if (chance.is(0.12) && task.allowedActions.includes("fanOut")) {
      const branches = ["builder", "reviewer"].map((role) => ({
        role,
        instruction: `Is it ready, ${role}?`,
      }));
      const asked = await call(caller, {
        op: "fanOut",
        path: `${path}/tasks/${taskId}/fanout`,
        body: { fence, branches, branchS: 10 },
        isKeyed: true,
      });
      // It comes back with what they say.
      if (asked.ok) return null;
    }
    const isNext = chance.is(0.5);
    if (wantsReply(task)) return present(caller, call, chance, task, isNext, isStrict);
    const artifacts = isLimited(task) ? changedFiles(chance, strays.get(taskId) ?? []) : [];
    if (chance.is(0.1) || task.allowedHandoffs.length === 0) {
      const checks = sessions && chance.is(0.6) ? CHECKS : [];
      const result = { summary: "done as asked", verdict: "passed", checks, artifacts };
      const body = { fence, result, next: isNext };
      const done = await call(caller, {
        op: "complete",
        path: `${path}/tasks/${taskId}/completion`,
        body,
        isKeyed: true,
      });
      return done.ok ? (done.reply.next as Delivery | null) : null;
    }
    const target = chance.pick(task.allowedHandoffs);
    const body = {
      taskId,
      fence,
      to: target.to,
      intent: chance.pick(target.intents),
      message: "Passed on with what was found.",
      ...(artifacts.length > 0 ? { result: { artifacts } } : {}),
      next: isNext,
    };
    const passed = await call(caller, {
      op: "handoff",
      path: `${path}/handoffs`,
      body,
      isKeyed: true,
    });
    return passed.ok ? (passed.reply.next as Delivery | null) : null;
  }
}

/** A person who keeps the room busy, and retries what failed. */
export async function runPerson(
  caller: Caller,
  call: Call,
  chance: Chance,
  signal: AbortSignal,
  { asks = true }: Habits = {},
): Promise<void> {
  const path = `/rooms/${caller.roomId}`;
  const limited: string[] = [];
  while (!signal.aborted) {
    await pause(chance.between(200, 1_200), signal);
    if (signal.aborted) return;
    if (chance.is(0.2)) {
      await limitSomebody(caller, call, chance, limited);
      continue;
    }
    if (chance.is(0.2)) {
      const failed = await call(caller, {
        op: "list",
        method: "GET",
        path: `${path}/tasks?state=failed&limit=5`,
        isKeyed: false,
      });
      const tasks = failed.ok ? (failed.reply.data as { id: string }[]) : [];
      for (const task of tasks) {
        const action = chance.pick(["retry", "cancellation"]);
        const body = action === "retry" ? {} : { reason: CANCELLED, cascade: true };
        await call(caller, {
          op: action,
          path: `${path}/tasks/${task.id}/${action}`,
          body,
          isKeyed: true,
        });
      }
      continue;
    }
    if (chance.is(0.2)) {
      await retryBranches();
      continue;
    }
    if (asks && chance.is(0.3)) {
      await answerAll();
      continue;
    }
    if (asks && chance.is(0.2)) {
      await changeQueue();
      continue;
    }
    if (asks && chance.is(0.1)) {
      const items = [{ title: `Item ${chance.between(1, 999)}` }];
      await call(caller, {
        op: "addItem",
        path: `${path}/backlog`,
        body: { items },
        isKeyed: true,
      });
    }
    await call(caller, {
      op: "message",
      path: `${path}/messages`,
      body: { body: `Please look at item ${chance.between(1, 999)}.` },
      isKeyed: true,
    });
  }

  /** Says a word to every agent that asked; another person may be faster. */
  async function answerAll(): Promise<void> {
    const listed = await read("decisions?state=pending");
    const decisions = (listed?.data ?? []) as { id: string; kind: string; version: number }[];
    for (const { id, kind, version } of decisions) {
      if (kind !== "intervention") continue;
      await call(caller, {
        op: "answer",
        path: `${path}/decisions/${id}/answer`,
        body: { optionId: "answer", note: "The first one.", version },
        isKeyed: true,
      });
    }
  }

  /** Tries again what brought no result; whoever joins the results may be at it, or through with it. */
  async function retryBranches(): Promise<void> {
    const fanouts = ((await read("fanouts?limit=5"))?.data ?? []) as {
      branches: { taskId: string; canRetry: boolean }[];
    }[];
    for (const { taskId, canRetry } of fanouts.flatMap(({ branches }) => branches)) {
      if (!canRetry || chance.is(0.5)) continue;
      const again = `${path}/tasks/${taskId}/branch/retry`;
      await call(caller, { op: "retryBranch", path: again, isKeyed: true });
    }
  }

  /** Changes its mind about something that waits, which an agent may take at any moment. */
  async function changeQueue(): Promise<void> {
    const queue = await read("queue");
    const waiting = (queue?.data ?? []) as { messageId: string }[];
    if (waiting.length === 0) return;
    const { messageId } = chance.pick(waiting);
    const message = `${path}/messages/${messageId}`;
    if (chance.is(0.5)) await call(caller, { op: "withdraw", method: "DELETE", path: message, isKeyed: true });
    else {
      const body = { body: `Rather look at item ${chance.between(1, 999)}.` };
      await call(caller, { op: "edit", method: "PUT", path: message, body, isKeyed: true });
    }
  }

  async function read(what: string): Promise<Record<string, unknown> | null> {
    const spec = { op: "list", method: "GET", path: `${path}/${what}`, isKeyed: false } as const;
    const answer = await call(caller, spec);
    return answer.ok ? answer.reply : null;
  }
}
