import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AgentCaller, PersonCaller } from "../kernel/actor.ts";
import type { Command } from "../kernel/command.ts";
import { readGlob } from "../kernel/glob.ts";
import type { RoleName } from "../kernel/ids.ts";
import { LEAD, MINUTE, SECOND } from "../testing/builders.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";
import { lockAct } from "../testing/lock-kinds.fixture.ts";
import { faultsOf } from "../testing/log-check.fixture.ts";
import { shareOf } from "../testing/property-runs.fixture.ts";
import { LOCK_MS, type Lock } from "./lock.ts";
import { commonLocked } from "./overlap.ts";
import { locksAt, locksMeeting } from "./places.ts";
import { circleOf } from "./waiting.ts";

const WORK = { left: 1e9 };
const live = (room: Driver): readonly Lock[] => room.view.locks.live;
const take = (by: AgentCaller | PersonCaller, ...patterns: string[]): Command => ({
  type: "takeLock",
  by,
  patterns,
  wait: false,
});
const wait = (by: AgentCaller | PersonCaller, ...patterns: string[]): Command => ({
  type: "takeLock",
  by,
  patterns,
  wait: true,
});
const shown = (room: Driver) =>
  live(room).map(({ holder, patterns, fence }) =>
    [holder.name, ...patterns, fence === null ? "waits" : "holds"].join(" "),
  );

/** Ann is at work on a task with boundaries, and Ben on nothing. */
function bounded(boundaries: { allowed: string[]; forbidden: string[] }) {
  const room = Driver.room("duo");
  const task = { role: "builder" as RoleName, title: "Part", instruction: "Do it.", boundaries };
  room.run({ type: "createTasks", by: LEAD, fence: null, tasks: [task] });
  const [ann, ben] = [room.join("Ann", "builder"), room.join("Ben", "builder")];
  room.claim(ann);
  return { room, ann, ben };
}

/** Three builders, each at work on a task. */
function atWork() {
  const room = Driver.room("duo");
  const tasks = [1, 2, 3, 4, 5, 6].map((n) => ({
    role: "builder" as RoleName,
    title: `Part ${n}`,
    instruction: "Do it.",
  }));
  room.run({ type: "createTasks", by: LEAD, fence: null, tasks });
  const agents = ["Ann", "Ben", "Cy"].map((name) => room.join(name, "builder"));
  for (const by of agents) room.claim(by);
  const [ann, ben, cy] = agents as [AgentCaller, AgentCaller, AgentCaller];
  const end = (by: AgentCaller) => {
    const task = room.view.tasks.find(({ lease }) => lease?.agentId === by.id);
    const at = { by, taskId: task?.id as never, fence: task?.lease?.fence as never };
    room.run({ type: "complete", ...at, result: { summary: "Done." }, next: false });
  };
  return { room, ann, ben, cy, end };
}

describe("a lock", () => {
  it("belongs to one: whoever else asks hears who has it, since when, until when and what to do", () => {
    const { room, ann, ben } = atWork();
    expect(room.run(take(ann, "./src//refund/"))).toEqual({ lockId: 1, fence: 4 });
    const no = room.refused(take(ben, "src/*/webhook.ts"));
    expect(no).toMatchObject({
      code: "locked",
      details: { lockId: 1, by: "Ann", taskId: "DEV-001", since: room.now, endsAt: null },
      allowed: ["wait"],
    });
    expect(no.message).toContain("Ann has locked src/refund/** for DEV-001 since 09:00 UTC");
    expect(room.run(take(ben, "src/ledger/**"))).toMatchObject({ lockId: 2 });
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("is taken whole or not at all, and once: the same wish again is the same lock", () => {
    const { room, ann, ben } = atWork();
    room.run(take(ann, "a/b", "c/**"));
    expect(room.refused(take(ben, "x", "c/d")).code).toBe("locked");
    expect(shown(room)).toEqual(["Ann a/b c/** holds"]);
    expect(room.run(take(ann, "c/**"))).toMatchObject({ lockId: 1 });
    expect(room.run(take(ann, "**"))).toMatchObject({ lockId: 2 });
    expect(room.refused(take(ben, "../x")).code).toBe("boundary_invalid");
  });

  it("stays inside its task's boundaries: what the task may not change it may not lock, and hears what it may", () => {
    const { room, ann, ben } = bounded({ allowed: ["src/api/**"], forbidden: ["src/api/keys/**"] });
    for (const pattern of ["deploy/**", "src/**", "**", "src/web/a.ts", "src/api/keys/"]) {
      const no = room.refused(take(ann, "src/api/a.ts", pattern));
      expect(no).toMatchObject({ code: "outside_boundaries", allowed: ["src/api/**"] });
      expect(no.details).toMatchObject({ taskId: "DEV-001", forbidden: ["src/api/keys/**"] });
      expect(no.message).toContain("DEV-001 may not change");
      expect(no.message).not.toContain("src/api/a.ts");
    }
    expect(live(room)).toEqual([]);
    room.run(take(ann, "src/api/**"));
    room.run(take(ann, "src/api/*/index.ts"));
    // Who has no task is bound by none; a person never is.
    room.run(take(ben, "deploy/**"));
    room.run(take(LEAD, "docs/**"));
    const paths = ["deploy/prod.env"];
    room.run({ type: "allowPaths", by: LEAD, taskId: "DEV-001" as never, paths, reason: "Once." });
    expect(room.refused(take(ann, "deploy/prod.env")).code).toBe("locked");
  });

  it("is for the work in hand where roles are kept apart, but for the entry point", () => {
    const room = Driver.room("lifecycle");
    const task = { role: "writer" as RoleName, title: "Part", instruction: "Do it." };
    room.run({ type: "createTasks", by: LEAD, fence: null, tasks: [task] });
    const [lead, wil] = [room.join("Cora", "coordinator"), room.join("Wil", "writer")];
    expect(room.refused(take(wil, "**"))).toMatchObject({
      code: "no_task",
      message: expect.stringContaining("writer locks files for its own task only"),
    });
    room.run(take(lead, "docs/**"));
    room.claim(wil);
    room.run(take(wil, "src/**"));
    expect(shown(room)).toEqual(["Cora docs/** holds", "Wil src/** holds"]);
  });

  it("says what is forbidden where everything else is allowed", () => {
    const { room, ann } = bounded({ allowed: [], forbidden: ["deploy/**"] });
    const no = room.refused(take(ann, "deploy/prod.env"));
    expect(no.message).toBe(
      "DEV-001 may not change deploy/prod.env, so you can't lock it. It may change all but deploy/**.",
    );
    room.run(take(ann, "deploy.md", "src/**"));
  });

  it("of a plain path is also of all below it, and what is below keeps others from it", () => {
    const { room, ann, ben, cy } = atWork();
    room.run(take(ann, "src/refund/a.ts"));
    expect(room.refused(take(ben, "src/refund")).code).toBe("locked");
    room.run(take(ben, "backend/src/lib"));
    expect(room.refused(take(cy, "backend/src/lib/a.ts")).code).toBe("locked");
    expect(room.run(take(cy, "backend/src/library"))).toMatchObject({ lockId: 3 });
    expect(locksAt(live(room), "backend/src/lib/b.ts", { left: 1_000 })).toHaveLength(1);
  });

  it.each(["src/*.{ts,tsx}", "src/[bc].ts", "@(a|b)/**", "!src/**"])(
    "refuses %s, which would protect nothing, and says what to write",
    (pattern) => {
      const { room, ann } = atWork();
      const no = room.refused(take(ann, "src/a.ts", pattern));
      expect(no).toMatchObject({ code: "boundary_invalid", details: { patterns: [pattern] } });
      expect(no.message).toContain("patterns know only *, ** and ?");
      expect(room.run(take(ann, "app/?id?/page.tsx"))).toMatchObject({ lockId: 1 });
    },
  );

  it.each(["complete", "putBack", "silence"])("of a task ends with its lease: %s", (how) => {
    const { room, ann, end } = atWork();
    room.run(take(ann, "**"));
    if (how === "complete") end(ann);
    else if (how === "putBack")
      room.run({
        type: "putBackTask",
        by: LEAD,
        taskId: "DEV-001" as never,
        fence: null,
        reason: "",
      });
    else room.pass(31 * MINUTE).tick();
    expect(live(room)).toEqual([]);
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("goes on with a newer join of its holder, whose task goes on", () => {
    const { room, ann } = atWork();
    room.run(take(ann, "a"));
    room.join("Ann", "builder");
    expect(shown(room)).toEqual(["Ann a holds"]);
  });

  it("without a task ends 120 s after it was renewed, and goes to who waits in the same commit", () => {
    const { room, ben } = atWork();
    room.run(take(LEAD, "docs/"));
    room.run(wait(ben, "docs/a.md"));
    room.pass(100 * SECOND);
    room.run(take(LEAD, "docs/"));
    expect(room.pass(LOCK_MS - 1).tick()).toEqual([]);
    expect(room.pass(1).tick()).toMatchObject([
      { type: "lock.expired", data: { lockId: 1 }, actor: { kind: "server" } },
      { type: "lock.granted", data: { lockId: 2 } },
      { type: "message.sent", data: { mailTo: [ben.id] } },
    ]);
    expect(shown(room)).toEqual(["Ben docs/a.md holds"]);
    expect(room.tick()).toEqual([]);
  });

  it("is given up by its holder, or by a person who says why; by nobody else", () => {
    const { room, ann, ben } = atWork();
    room.run(take(ann, "a"));
    const release = (by: AgentCaller | PersonCaller, reason = ""): Command => ({
      type: "releaseLock",
      by,
      lockId: 1,
      reason,
    });
    expect(room.refused(release(ben)).code).toBe("forbidden");
    expect(room.refused(release(LEAD)).code).toBe("reason_missing");
    room.run(release(LEAD, "Ann is on holiday."));
    expect(room.log.findLast(({ type }) => type === "lock.released")).toMatchObject({
      data: { reason: "Ann is on holiday." },
      actor: LEAD,
    });
    expect(room.refused(release(ann)).code).toBe("lock_unknown");
  });
});

describe("who waits for a lock", () => {
  it("is served in order, each conflict by itself", () => {
    const { room, ann, ben, cy, end } = atWork();
    room.run(take(ann, "a/**"));
    room.run(wait(ben, "**/x"));
    room.run(wait(cy, "b/x"));
    room.run(wait(LEAD, "b/y"));
    expect(shown(room)).toEqual(["Ann a/** holds", "Ben **/x waits", "Cy b/x waits", "Lea b/y holds"]);
    end(ann);
    expect(shown(room)).toEqual(["Ben **/x holds", "Cy b/x waits", "Lea b/y holds"]);
    end(ben);
    expect(shown(room)).toEqual(["Cy b/x holds", "Lea b/y holds"]);
  });

  it("stops waiting with its task", () => {
    const { room, ann, ben, cy, end } = atWork();
    room.run(take(ann, "a"));
    room.run(wait(ben, "a"));
    room.run(wait(cy, "a"));
    end(ben);
    expect(shown(room)).toEqual(["Ann a holds", "Cy a waits"]);
    end(ann);
    expect(shown(room)).toEqual(["Cy a holds"]);
  });

  it("lets those go first whom it waits for: they work, and it gets its turn after them", () => {
    const { room, ann, ben, cy, end } = atWork();
    room.run(take(ann, "src/a"));
    room.run(wait(ben, "src/**"));
    room.run(take(ann, "src/b"));
    expect(room.refused(take(cy, "src/c")).message).toContain("Ben is waiting for src/**");
    expect(live(room)[1]).toMatchObject({ waitsFor: [1, 3] });
    end(ann);
    expect(shown(room)).toEqual(["Ben src/** holds"]);
  });

  it("hears of a circle the moment it begins to wait", () => {
    const { room, ann, ben, cy } = atWork();
    room.run(take(ann, "a"));
    room.run(take(ben, "b"));
    room.run(take(cy, "c"));
    room.run(wait(ann, "b"));
    room.run(wait(ben, "c"));
    room.run(wait(cy, "a"));
    const begun = room.log.findLast(({ type }) => type === "lock.awaited");
    expect(begun).toMatchObject({ data: { lock: { id: 6 }, circle: [6, 4, 5] } });
  });
});

describe("a circle", () => {
  /** Ann waits for Ben, who waits for Cy, who waits for Ann. */
  function inCircle() {
    const { room, ...more } = atWork();
    room.run(take(more.ann, "a"));
    room.run(take(more.ben, "b"));
    room.run(take(more.cy, "c"));
    room.run(wait(more.ann, "b"));
    room.run(wait(more.ben, "c"));
    expect(room.view.decisions).toEqual({});
    room.run(wait(more.cy, "a"));
    return { room, ...more };
  }

  it("asks a person who yields; who does gives the task back, and the others go on", () => {
    const { room } = inCircle();
    const asked = room.decision("deadlock");
    expect(asked).toMatchObject({
      question: "Ann, Ben and Cy are waiting for each other. Who should yield?",
      reason: expect.stringContaining("Ann (DEV-001) has a and waits for b."),
      subject: { kind: "locks", lockIds: [4, 5, 6] },
      options: [{ label: "Ann yields" }, { label: "Ben yields" }, { label: "Cy yields" }],
    });
    room.run(room.answer(asked, "yield:5", { note: "It is the youngest." }));
    expect(room.task("DEV-002").state).toBe("pending");
    expect(shown(room)).toEqual(["Ann a holds", "Cy c holds", "Ann b holds", "Cy a waits"]);
    expect(room.view.decisions).toEqual({});
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("is asked about no more once it is broken in another way", () => {
    const { room, ann, end } = inCircle();
    end(ann);
    expect(room.view.decisions).toEqual({});
    expect(room.view.moot[0]).toMatchObject({ reason: "They no longer wait for each other." });
  });

  it("of locks without tasks ends when the lock in the way is given up", () => {
    const { room, ann } = atWork();
    room.run(take(LEAD, "docs"));
    room.run(take(ann, "src"));
    room.run(wait(ann, "docs"));
    room.run(wait(LEAD, "src"));
    room.run(room.answer(room.decision("deadlock"), "yield:4"));
    expect(shown(room)).toEqual(["Ann src holds", "Ann docs holds", "Lea src waits"]);
  });
});

describe("locks of any history", () => {
  /** What has to hold after each command, found without the rules. */
  function check(room: Driver): void {
    const all = live(room);
    const meet = (a: Lock, b: Lock) =>
      a.patterns.some((one) => b.patterns.some((other) => commonLocked(readGlob(one), readGlob(other), WORK) !== null));
    for (const lock of all) {
      expect(lock.waitsFor.length > 0).toBe(lock.fence === null);
      const task = room.view.tasks.find(({ id }) => id === lock.taskId);
      if (lock.taskId !== null) expect(task?.lease?.agentId).toBe(lock.holder.id);
      else expect(room.now - lock.renewedAt).toBeLessThan(40 * MINUTE);
      for (const other of all) {
        if (other.id >= lock.id || other.holder.id === lock.holder.id || !meet(lock, other)) continue;
        // Of two that meet, one waits for the other: never both, never none.
        const [later, earlier] = [lock.waitsFor.includes(other.id), other.waitsFor.includes(lock.id)];
        expect([later, earlier]).toContain(true);
        expect(later && earlier).toBe(false);
      }
      const at = lock.patterns[0] as string;
      expect(locksMeeting(all, [at], WORK)).toEqual(
        all.filter(({ patterns }) => meet({ ...lock, patterns: [at] }, { ...lock, patterns })),
      );
      expect(locksAt(all, "a/b", WORK)).toEqual(all.filter((one) => meet({ ...lock, patterns: ["a/b"] }, one)));
    }
  }

  it("are held once, nobody starves, and everybody who waits is served or ends", () => {
    const step = fc.array(fc.nat(63), { minLength: 3, maxLength: 3 });
    const met = { waits: 0, circles: 0, overtakes: 0, served: 0 };
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40, size: "max" }), (steps) => {
        const { room, ann, ben, cy } = atWork();
        for (const choice of steps) {
          const done = room.try(lockAct(room, [ann, ben, cy], choice));
          check(room);
          for (const event of done.ok ? done.events : []) {
            if (event.type === "lock.awaited") {
              met.waits += 1;
              const own = live(room).find(({ id }) => id === event.data.lock.id);
              const circle = own ? circleOf(live(room), own) : null;
              if (event.data.circle) met.circles += 1;
              if (own) expect(circle?.map(({ id }) => id) ?? null).toEqual(event.data.circle);
            }
            if ("lock" in event.data) met.overtakes += event.data.lock.overtakes.length;
          }
        }
        expect(faultsOf(room.log)).toEqual([]);
        // Whoever holds one gives it up: then all who wait have their turn, in at most as many rounds.
        const waiting = new Set(
          live(room)
            .filter(({ fence }) => !fence)
            .map(({ id }) => id),
        );
        for (let round = live(room).length; round > 0; round -= 1)
          for (const { id: lockId, fence } of live(room))
            if (fence !== null) {
              waiting.delete(lockId);
              room.run({ type: "releaseLock", by: LEAD, lockId, reason: "Next." });
            }
        expect(live(room)).toEqual([]);
        expect([...waiting]).toEqual([]);
        // Each agent that waited and was served is told so, once.
        const byPeople = new Set(
          room.log.flatMap(({ actor, data }) => (actor.kind === "person" && "lock" in data ? [data.lock.id] : [])),
        );
        const served = room.log.flatMap((event) =>
          event.type === "lock.granted" && !byPeople.has(event.data.lockId) ? [event.data.lockId] : [],
        );
        const told = room.log.flatMap((event) => {
          if (event.type !== "message.sent" || event.actor.kind !== "server") return [];
          const lockId = /^Lock (\d+) is yours/.exec(event.data.message.subject ?? "")?.[1];
          return lockId ? [Number(lockId)] : [];
        });
        expect(told).toEqual(served);
        met.served += served.length;
      }),
      { numRuns: 60 },
    );
    expect(Math.min(met.waits, met.circles, met.overtakes, met.served)).toBeGreaterThan(0);
  });

  it("are the same wherever they are folded, and however their places were carried on", () => {
    const step = fc.array(fc.nat(63), { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const { room, ann, ben, cy } = atWork();
        for (const choice of steps) room.try(lockAct(room, [ann, ben, cy], choice));
        const copied = structuredClone(live(room));
        for (const path of ["a/b", "c/d", "e", "a/c/d"])
          expect(locksAt(copied, path, WORK)).toEqual(locksAt(live(room), path, WORK));
      }),
      { numRuns: shareOf(40) },
    );
  });
});
