import type { Call, Caller } from "./caller.ts";
import type { Chance } from "./random.ts";
import { pause } from "./random.ts";
import { LEASE_S } from "./servers.ts";

interface Delivery {
  taskId: string;
  fence: number;
  allowedHandoffs: { to: string; intents: string[] }[];
}

/** An agent: joins, waits, works, hands on; sometimes dies for a while and comes back with its old fence. */
export async function runAgent(
  caller: Caller,
  call: Call,
  chance: Chance,
  signal: AbortSignal,
  zombieShare = 0.02,
): Promise<void> {
  const path = `/rooms/${caller.roomId}`;
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
    let held = claimed.ok ? ((claimed.reply.task as Delivery | null | undefined) ?? null) : null;
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
    await pause(chance.between(0, 150), signal);
    const { taskId, fence } = task;
    if (chance.is(0.3)) {
      const body = { fence, percent: chance.between(0, 100), action: "reading" };
      await call(caller, {
        op: "progress",
        path: `${path}/tasks/${taskId}/progress`,
        body,
        isKeyed: true,
      });
    }
    if (chance.is(zombieShare)) {
      // Silent past the lease, then goes on as if nothing had been.
      isSilent = true;
      await pause(LEASE_S * 1000 + chance.between(0, 4_000), signal);
      isSilent = false;
    }
    if (chance.is(0.06)) {
      const body = { fence, reason: "could not be done this time" };
      await call(caller, {
        op: "fail",
        path: `${path}/tasks/${taskId}/failure`,
        body,
        isKeyed: true,
      });
      return null;
    }
    if (chance.is(0.05)) {
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
    const isNext = chance.is(0.5);
    if (chance.is(0.1) || task.allowedHandoffs.length === 0) {
      const body = { fence, result: { summary: "done as asked" }, next: isNext };
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
): Promise<void> {
  const path = `/rooms/${caller.roomId}`;
  while (!signal.aborted) {
    await pause(chance.between(200, 1_200), signal);
    if (signal.aborted) return;
    if (chance.is(0.2)) {
      const failed = await call(caller, {
        op: "list",
        method: "GET",
        path: `${path}/tasks?state=failed&limit=5`,
        isKeyed: false,
      });
      const tasks = failed.ok ? (failed.reply.tasks as { id: string }[]) : [];
      for (const task of tasks) {
        const action = chance.pick(["retry", "cancellation"]);
        const body = action === "retry" ? {} : { reason: "not worth it", cascade: true };
        await call(caller, {
          op: action,
          path: `${path}/tasks/${task.id}/${action}`,
          body,
          isKeyed: true,
        });
      }
      continue;
    }
    await call(caller, {
      op: "message",
      path: `${path}/messages`,
      body: { body: `Please look at item ${chance.between(1, 999)}.` },
      isKeyed: true,
    });
  }
}
