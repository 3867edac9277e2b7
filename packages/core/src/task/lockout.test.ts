import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import type { AgentCaller } from "../kernel/actor.ts";
import type { AgentId } from "../kernel/ids.ts";
import type { Lockout } from "../team/lockout.ts";
import { LEAD } from "../testing/builders.fixture.ts";
import { REPLIES } from "../testing/replies.fixture.ts";
import { SessionDriver } from "../testing/session-driver.fixture.ts";
import { blockedReasons } from "./blocked.ts";
import { isEveryoneLockedOut, lockedOut } from "./lockout.ts";
import type { Task } from "./task.ts";

// Properties take their time on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

const FOUND = {
  passed: false,
  findings: [{ severity: "high", file: "src/a.ts", line: 1, issue: "It loses writes." }],
  mustFix: [],
  summary: "It loses writes.",
};

/** A squad with this lockout and builders of these names beside Bo. */
function squad(lockout: Lockout | undefined, ...names: string[]) {
  const room = new SessionDriver();
  room.lockOut(lockout);
  const builders = [room.builder, ...names.map((name) => room.join(name, "builder"))];
  return { room, builders };
}

/** Its session is at work; `plan` has one task for the builders. */
function atWork(lockout: Lockout | undefined, ...names: string[]) {
  const made = squad(lockout, ...names);
  const { room } = made;
  room.start();
  room.present("scout");
  room.present("triage");
  room.choose("triage", "skip");
  room.present("plan", { tasks: REPLIES.plan.tasks.slice(0, 1) });
  room.choose("plan", "approve");
  return made;
}

function submit(room: SessionDriver, by: AgentCaller): void {
  const { id, lease } = room.claim(by);
  const result = { summary: `${by.name} did it` };
  room.run({ type: "complete", by, taskId: id, fence: lease.fence, result, next: false });
}

const reject = (room: SessionDriver) => room.judge(FOUND);

describe("a lockout", () => {
  it("gives what was rejected to another agent of the role, with whose it was and what was found", () => {
    const { room, builders } = atWork("strict", "Ada");
    const [bo, ada] = builders as [AgentCaller, AgentCaller];
    submit(room, bo);
    reject(room);
    expect(room.task("DEV-001").rejections).toMatchObject([{ agentId: bo.id, times: 1 }]);
    expect(room.claimed(bo)).toBeNull();
    const task = room.claim(ada);
    expect(task.id).toBe("DEV-001");
    const text = room.delivered(task, ada);
    expect(text).toContain("## You continue Bo's work");
    expect(text).toContain("Bo's work on it was rejected: the team has another agent revise it.");
    expect(text).toContain("high, src/a.ts:1: It loses writes.");
    expect(text).toContain("## What Bo reported\n\n```text\nBo did it");
  });

  it("is off unless the team has one: findings go back to their author", () => {
    const { room, builders } = atWork(undefined, "Ada");
    const [bo, ada] = builders as [AgentCaller, AgentCaller];
    submit(room, bo);
    reject(room);
    expect(room.claimed(ada)).toBeNull();
    expect(room.claimed(bo)).toBe("DEV-001");
  });

  it("is off where one agent of the role is there", () => {
    const { room, builders } = atWork("strict", "Ada");
    const [bo, ada] = builders as [AgentCaller, AgentCaller];
    submit(room, bo);
    reject(room);
    room.run({ type: "leaveRoom", by: ada, reason: "" });
    expect(room.pendingKinds()).toEqual([]);
    expect(room.claimed(bo)).toBe("DEV-001");
  });

  it("comes after so many rejections where the team counts them", () => {
    const { room, builders } = atWork({ afterRejections: 2 }, "Ada");
    const [bo, ada] = builders as [AgentCaller, AgentCaller];
    submit(room, bo);
    reject(room);
    expect(room.claimed(ada)).toBeNull();
    submit(room, bo);
    reject(room);
    expect(room.claimed(bo)).toBeNull();
    expect(room.claimed(ada)).toBe("DEV-001");
  });

  describe("is about the files that were rejected", () => {
    const other = FOUND.findings.map((finding) => ({ ...finding, file: "./src/b.ts" }));
    /** Bo had `src/a.ts` rejected, and Ada this. */
    function bothRejected(mustFix: string) {
      const { room, builders } = atWork("strict", "Ada");
      const [bo, ada] = builders as [AgentCaller, AgentCaller];
      submit(room, bo);
      reject(room);
      submit(room, ada);
      room.judge({ ...FOUND, findings: other, mustFix: [mustFix] });
      return { room, bo, ada };
    }

    it("so whoever had only others rejected revises them", () => {
      // What must change repeats the finding: it is about the same file.
      const { room, bo, ada } = bothRejected("It loses writes!");
      expect(room.pendingKinds()).toEqual([]);
      expect([room.claimed(ada), room.claimed(bo)]).toEqual([null, "DEV-001"]);
    });

    it("and about all of the work where something names no file", () => {
      const { room } = bothRejected("Nothing is written in order.");
      expect(room.pendingKinds()).toEqual(["lockout"]);
    });
  });

  it("holds for findings that are handed back, until a revision goes on without any", () => {
    const { room, builders } = squad("strict", "Ada");
    const [bo, ada] = builders as [AgentCaller, AgentCaller];
    const pass = (by: AgentCaller, to: string, intent: "work" | "findings") => {
      const { id, lease } = room.claim(by);
      const handoff = { to, intent, message: "Here.", result: { summary: "done" } } as never;
      const of = { by, taskId: id, fence: lease.fence, handoff, next: false };
      return room.run({ type: "handOff", ...of }).taskId as string;
    };
    room.say("Limit sign-ins.");
    pass(room.planner, "builder", "work");
    pass(bo, "reviewer", "work");
    const fix = pass(room.reviewer, "builder", "findings");
    expect(room.task(fix).rejections).toMatchObject([{ name: "Bo", times: 1 }]);
    expect(room.claimed(bo)).toBeNull();
    const again = pass(ada, "reviewer", "work");
    expect(room.task(again).rejections).toHaveLength(1);
    const second = pass(room.reviewer, "builder", "findings");
    const decision = room.decision("lockout");
    expect(decision.subject).toEqual({ kind: "task", taskId: second });
    expect(decision.options.map(({ id }) => id)).toEqual([
      "retry",
      "author",
      "hand_on:planner",
      "hand_on:reviewer",
      "cancel",
    ]);
    room.choose("lockout", "retry");
    expect(room.claimed(ada)).toBeNull();
    pass(bo, "reviewer", "work");
    const done = pass(room.reviewer, "planner", "work");
    expect(room.task(done).rejections).toEqual([]);
  });

  describe("of everybody", () => {
    function locked() {
      const made = atWork("strict", "Ada");
      for (const builder of made.builders) {
        submit(made.room, builder);
        reject(made.room);
      }
      return made;
    }

    it("asks a person, and the task says so", () => {
      const { room, builders } = locked();
      for (const builder of builders) expect(room.claimed(builder)).toBeNull();
      const { question, reason, options, subject } = room.decision("lockout");
      expect(subject).toEqual({ kind: "task", taskId: "DEV-001" });
      expect(question).toBe("Every connected Builder has had DEV-001 “Make it” rejected. Who revises it?");
      expect(reason).toBe("Bo: rejected once.\nAda: rejected once.\nRex: It loses writes.");
      expect(options.map(({ id, label }) => `${id}: ${label}`)).toEqual([
        "retry: Another try",
        "author: Let Ada do it",
        "skip: Let it go on",
        "abort: Abort the session",
      ]);
      expect(blockedReasons(room.view, room.task("DEV-001"))).toMatchObject([
        { kind: "waits_on_human", decisionId: room.decision("lockout").id },
      ]);
    });

    it("lets the author in where a person says so, and nobody else", () => {
      const { room, builders } = locked();
      room.choose("lockout", "author");
      expect(room.claimed(builders[0] as AgentCaller)).toBeNull();
      expect(room.claimed(builders[1] as AgentCaller)).toBe("DEV-001");
      expect(room.pendingKinds()).toEqual([]);
    });

    it("lets the others in where a person wants another try", () => {
      const { room, builders } = locked();
      room.choose("lockout", "retry");
      expect(room.claimed(builders[1] as AgentCaller)).toBeNull();
      expect(room.claimed(builders[0] as AgentCaller)).toBe("DEV-001");
    });

    it("lets it go on unpassed, with the reason", () => {
      const { room } = locked();
      const { id, options } = room.decision("lockout");
      const skip = { optionId: "skip", note: "", version: null };
      expect(options.find(({ id: of }) => of === "skip")?.needsNote).toBe(true);
      const answer = { type: "answerDecision" as const, by: LEAD, decisionId: id, ...skip };
      expect(room.refused(answer).code).toBe("note_required");
      room.run({ ...answer, note: "Good enough for the demo." });
      const { outcomes } = room.session().execution ?? {};
      expect(Object.values(outcomes ?? {})).toMatchObject([{ state: "skipped" }]);
    });

    it("stops the session where a person says so", () => {
      const { room } = locked();
      room.choose("lockout", "abort");
      expect(room.view.sessions.ended[0]).toMatchObject({ id: 1, end: "failed" });
      expect(room.pendingKinds()).toEqual([]);
    });

    it("is asked no more once somebody new is there, and asked when the last who may has gone", () => {
      const { room, builders } = locked();
      const cleo = room.join("Cleo", "builder");
      expect(room.pendingKinds()).toEqual([]);
      room.run({ type: "leaveRoom", by: cleo, reason: "" });
      expect(room.pendingKinds()).toEqual(["lockout"]);
      room.run({ type: "leaveRoom", by: builders[0] as AgentCaller, reason: "" });
      expect(room.pendingKinds()).toEqual([]);
      expect(room.claimed(builders[1] as AgentCaller)).toBe("DEV-001");
    });
  });

  it("of everybody asks once the task is free again, where it was in a hand meanwhile", () => {
    const { room, builders } = atWork("strict", "Ada");
    const [bo, ada] = builders as [AgentCaller, AgentCaller];
    submit(room, bo);
    reject(room);
    submit(room, ada);
    room.run({ type: "leaveRoom", by: bo, reason: "" });
    reject(room);
    // Alone it is off.
    const { id, lease } = room.claim(ada);
    const back = room.join("Bo", "builder");
    expect(room.pendingKinds()).toEqual([]);
    room.run({
      type: "fail",
      by: ada,
      taskId: id,
      fence: lease.fence,
      reason: "No luck.",
    } as never);
    expect(room.pendingKinds()).toEqual(["lockout"]);
    expect([room.claimed(ada), room.claimed(back)]).toEqual([null, null]);
  });

  it("lets the author in with the further round that a person wants", () => {
    const { room, builders } = atWork({ afterRejections: 3 });
    const [bo] = builders as [AgentCaller];
    const ada = room.join("Ada", "builder");
    for (let round = 0; round < 3; round++) {
      submit(room, bo);
      reject(room);
    }
    const { options } = room.decision("review_failed");
    expect(options[0]?.consequence).toContain("Another Builder gets the findings");
    room.choose("review_failed", "retry");
    expect([room.claimed(bo), room.claimed(ada)]).toEqual([null, "DEV-001"]);
  });

  it("never gives rework to whom it locks out, and asks whenever nobody may (property)", () => {
    const lockouts = fc.constantFrom<Lockout | undefined>(undefined, "strict" as const, { afterRejections: 2 });
    const step = fc.record({
      act: fc.constantFrom("work", "work", "judge", "judge", "leave", "join", "decide"),
      who: fc.nat(2),
      passes: fc.boolean(),
    });
    const counts = { locked: 0, asked: 0 };
    fc.assert(
      fc.property(lockouts, fc.array(step, { maxLength: 25 }), (lockout, steps) => {
        const { room, builders } = atWork(lockout, "Ada", "Cleo");
        const after = lockout === undefined ? null : lockout === "strict" ? 1 : 2;
        /** By hand, from the log alone. */
        const rejected = new Map<AgentId, number>();
        let from = room.log.length;
        for (const { act, who, passes } of steps) {
          const by = builders[who] as AgentCaller;
          const before = room.view;
          const task: Task | undefined = before.tasks.find(({ id }) => id === "DEV-001");
          if (act === "work" && before.agents[by.id]?.online) {
            const held = before.tasks.find(({ lease }) => lease?.agentId === by.id);
            const id = room.claimed(by);
            if (id !== null && !held && task) {
              const seats = builders.filter((one) => before.agents[one.id]?.online).length;
              const times = rejected.get(by.id) ?? 0;
              if (after !== null && seats > 1) expect(times).toBeLessThan(after);
              submit(room, by);
            }
          } else if (act === "judge" && task?.state === "in_review" && task.review?.open.length) {
            room.judge(passes ? {} : FOUND);
          } else if (act === "leave" && before.agents[by.id]?.online) {
            room.run({ type: "leaveRoom", by, reason: "" });
          } else if (act === "join" && !before.agents[by.id]?.online) {
            builders[who] = room.join(by.name, "builder");
          } else if (act === "decide") {
            const asked = Object.values(before.decisions)[0];
            const option = asked?.options[who % 2];
            if (asked && option && ["retry", "author"].includes(option.id)) room.run(room.answer(asked, option.id));
          }
          for (const { type, data } of room.log.slice(from)) {
            if (type !== "task.returned" && type !== "task.retried") continue;
            const author = task?.review?.submitted?.by.agentId;
            if (type === "task.returned" && author) rejected.set(author, (rejected.get(author) ?? 0) + 1);
            for (const id of data.lifts ?? []) rejected.delete(id);
          }
          from = room.log.length;
          const now = room.view.tasks.find(({ id }) => id === "DEV-001");
          const isStuck = now?.state === "pending" && isEveryoneLockedOut(room.view, now);
          expect(room.pendingKinds().includes("lockout")).toBe(isStuck);
          if (now && lockedOut(room.view, now).length > 0) counts.locked += 1;
          if (isStuck) counts.asked += 1;
        }
      }),
      { numRuns: 100 },
    );
    expect(counts.locked).toBeGreaterThan(20);
    expect(counts.asked).toBeGreaterThan(0);
  });
});
