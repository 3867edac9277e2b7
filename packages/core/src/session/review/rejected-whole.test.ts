import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import type { AgentCaller } from "../../kernel/actor.ts";
import type { RoomEvent } from "../../kernel/event.ts";
import type { AgentId } from "../../kernel/ids.ts";
import type { ReviewReply } from "../../reply/shapes.ts";
import type { Lockout } from "../../team/lockout.ts";
import { LEAD } from "../../testing/builders.fixture.ts";
import { faultsOf } from "../../testing/log-check.fixture.ts";
import { REPLIES } from "../../testing/replies.fixture.ts";
import { SessionDriver } from "../../testing/session-driver.fixture.ts";

// Properties take their time on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

const FILES = ["src/a.ts", "src/b.ts", "src/c.ts"] as const;
const BUILDERS = ["Bo", "Ada", "Cleo"] as const;

/** A plan with one task for each of these files. */
const plan = (files: readonly string[]) => ({
  tasks: files.map((file, i) => ({
    ...REPLIES.plan.tasks[0],
    id: `t${i + 1}`,
    title: `Task ${i + 1}`,
    files: file === "" ? [] : [file],
  })),
});

const found = (...files: string[]) =>
  files.map((file) => ({ severity: "high", file, line: 1, issue: "It loses writes." }));

/** A session at work on these files, with a lockout and with builders of these names. */
function atWork(lockout: Lockout | undefined, files: readonly string[], ...names: string[]) {
  const room = new SessionDriver();
  room.lockOut(lockout);
  const builders = [room.builder, ...names.map((name) => room.join(name, "builder"))];
  room.start();
  room.present("scout");
  room.present("triage");
  room.choose("triage", "skip");
  room.present("plan", plan(files));
  room.choose("plan", "approve");
  return { room, builders };
}

/** The agent does its next task; a plan's passes its own review. */
function work(room: SessionDriver, by: AgentCaller, ...files: string[]): string {
  const { id, lease } = room.claim(by);
  const artifacts = files.map((path) => ({ path, status: "modified" as const }));
  const done = { by, taskId: id, fence: lease.fence, result: { summary: "done", artifacts } };
  if (room.run({ type: "complete", ...done, next: false }).state === "in_review") room.judge();
  return id;
}

/** The review of the whole finds something, and a person wants it mended. */
function rejectWhole(room: SessionDriver, more: Record<string, unknown>): void {
  room.present("review", { passed: false, summary: "Not yet.", ...more });
  room.choose("review_failed", "retry");
}

/** Bo wrote the first file and Ada the second. */
function reviewed(lockout: Lockout | undefined, more: Record<string, unknown>) {
  const made = atWork(lockout, FILES.slice(0, 2), "Ada");
  const [bo, ada] = made.builders as [AgentCaller, AgentCaller];
  work(made.room, bo, "./src/a.ts");
  work(made.room, ada);
  rejectWhole(made.room, more);
  return { ...made, bo, ada };
}

const rejections = (room: SessionDriver, id = "FIX-001") =>
  room.task(id).rejections.map(({ name, times }) => `${name} ${times}`);

describe("the task made of what a review of the whole found", () => {
  it("goes to another agent than whoever changed the file, where the team locks that one out", () => {
    const { room, bo, ada } = reviewed("strict", { findings: found("src//a.ts") });
    expect(rejections(room)).toEqual(["Bo 1"]);
    expect(room.claimed(bo)).toBeNull();
    const task = room.claim(ada);
    expect(task.id).toBe("FIX-001");
    const text = room.delivered(task, ada);
    expect(text).toContain("## You continue Bo's work");
    expect(text).toContain("Bo's work on it was rejected: the team has another agent revise it.");
  });

  it("goes back to whoever did the work where nobody is locked out, as long as that one is there", () => {
    const { room, bo, ada } = reviewed(undefined, { findings: found("src/a.ts") });
    expect(room.claimed(ada)).toBeNull();
    expect(room.claimed(bo)).toBe("FIX-001");
    const away = reviewed(undefined, { findings: found("src/a.ts") });
    away.room.run({ type: "leaveRoom", by: away.bo, reason: "" });
    expect(away.room.claimed(away.ada)).toBe("FIX-001");
  });

  it.each([
    ["a file that was planned, where its author reported none", { findings: found("src/b.ts") }],
    ["a task, in what must change", { mustFix: ["DEV-002 drops the last line."] }],
    [
      "a task, in a finding about no file of the plan",
      {
        findings: [{ severity: "high", file: "README.md", issue: "Nothing of DEV-002 is in it." }],
      },
    ],
  ])("knows the author by %s", (_, more) => {
    const { room } = reviewed("strict", { findings: [], mustFix: [], ...more });
    expect(rejections(room)).toEqual(["Ada 1"]);
  });

  it.each([
    ["nothing that was done", { findings: found("README.md") }],
    ["longer names", { mustFix: ["DEV-0012 and XDEV-001 are no tasks of this."] }],
  ])("is about everybody's work where the findings name %s", (_, more) => {
    const { room } = reviewed("strict", { findings: [], mustFix: [], ...more });
    expect(rejections(room)).toEqual(["Bo 1", "Ada 1"]);
  });

  it("is about whoever may have changed any file, where nobody said which", () => {
    const { room, builders } = atWork("strict", ["", "src/b.ts"], "Ada");
    for (const by of builders) work(room, by);
    rejectWhole(room, { findings: found("src/a.ts") });
    expect(rejections(room)).toEqual(["Bo 1"]);
  });

  it("takes no account of work that was taken back", () => {
    const { room, builders } = atWork("strict", FILES.slice(0, 2), "Ada");
    const [bo, ada] = builders as [AgentCaller, AgentCaller];
    for (let round = 0; round < 3; round++) {
      const by = round === 1 ? ada : bo;
      if (round === 2) room.choose("lockout", "retry");
      const { id, lease } = room.claim(by);
      const done = { by, taskId: id, fence: lease.fence, result: { summary: "done" } };
      room.run({ type: "complete", ...done, next: false });
      room.judge({ passed: false, findings: found("src/a.ts") });
    }
    room.choose("review_failed", "roll_back");
    while (room.session().execution?.open.length) work(room, ada);
    room.choose("gate_failed", "override", { note: "Without it." });
    rejectWhole(room, { findings: found("src/a.ts") });
    expect(rejections(room, "FIX-002")).toEqual(["Ada 1"]);
  });

  it("inherits who was rejected before, and counts whoever revised it last", () => {
    const { room, bo, ada } = reviewed({ afterRejections: 2 }, { findings: found("src/a.ts") });
    expect(room.claimed(ada)).toBeNull();
    work(room, bo, "src/a.ts");
    rejectWhole(room, { findings: found("src/a.ts") });
    expect(rejections(room, "FIX-002")).toEqual(["Bo 2"]);
    expect(room.claimed(bo)).toBeNull();
    work(room, ada, "src/a.ts");
    rejectWhole(room, { findings: found("src/a.ts", "src/b.ts") });
    // Two files of hers are one rejection.
    expect(rejections(room, "FIX-003")).toEqual(["Bo 2", "Ada 1"]);
    work(room, ada, "src/a.ts");
    rejectWhole(room, { findings: found("src/a.ts") });
    expect(rejections(room, "FIX-004")).toEqual(["Bo 2", "Ada 2"]);
    expect(room.pendingKinds()).toEqual(["lockout"]);
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("is revised by whoever wrote other files of it: a lockout is about the files that were rejected", () => {
    const { room, bo, ada } = reviewed("strict", { findings: found("src/a.ts") });
    work(room, ada, "src/a.ts");
    rejectWhole(room, { findings: found("src/b.ts") });
    // Both had something rejected, and Bo nothing of that file.
    expect(rejections(room, "FIX-002")).toEqual(["Bo 1", "Ada 1"]);
    expect(room.pendingKinds()).toEqual([]);
    expect([room.claimed(ada), room.claimed(bo)]).toEqual([null, "FIX-002"]);
    work(room, bo, "src/b.ts");
    rejectWhole(room, { findings: found("src/a.ts"), mustFix: ["Both lose what was written."] });
    // What must change names no file: it may be any.
    expect(room.pendingKinds()).toEqual(["lockout"]);
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("is a cycle of its own in each batch", () => {
    const room = new SessionDriver();
    room.lockOut("strict");
    const ada = room.join("Ada", "builder");
    const batches = ["One", "Two"].map((title) => ({ title, description: "All of it." }));
    room.start();
    room.present("scout");
    room.present("triage", { level: "straightforward", batches });
    room.choose("triage", "agree");
    room.present("design", { sections: REPLIES.design.sections.slice(0, 1) });
    room.choose("design_section", "approve");
    const batch = () => {
      room.present("plan", plan(FILES.slice(0, 1)));
      room.choose("plan", "approve");
      work(room, room.builder);
      rejectWhole(room, { findings: found("src/a.ts") });
    };
    batch();
    work(room, ada);
    room.present("review");
    room.present("scout");
    room.choose("batch_checkpoint", "continue");
    batch();
    expect(rejections(room, "FIX-002")).toEqual(["Bo 1"]);
  });

  describe("where everybody is locked out", () => {
    const stuck = () => reviewed("strict", { findings: found("src/a.ts", "src/b.ts") });

    it("asks a person in the same commit", () => {
      const { room, bo, ada } = stuck();
      expect([room.claimed(bo), room.claimed(ada)]).toEqual([null, null]);
      const { subject, reason, options } = room.decision("lockout");
      expect(subject).toEqual({ kind: "task", taskId: "FIX-001" });
      expect(reason).toBe("Bo: rejected once.\nAda: rejected once.");
      expect(options.map(({ id, label }) => `${id}: ${label}`)).toEqual([
        "retry: Another try",
        "author: Let Ada do it",
        "cancel: Cancel the task",
        "abort: Abort the session",
      ]);
    });

    it("lets in whom the person says, and the next round knows that", () => {
      const { room, bo, ada } = stuck();
      room.choose("lockout", "author");
      expect(room.claimed(bo)).toBeNull();
      work(room, ada);
      rejectWhole(room, { findings: found("src/a.ts") });
      expect(rejections(room, "FIX-002")).toEqual(["Bo 1", "Ada 1"]);
      room.choose("lockout", "retry");
      expect([room.claimed(ada), room.claimed(bo)]).toEqual([null, "FIX-002"]);
    });

    it("offers only those who would get it", () => {
      const { room, builders } = atWork("strict", FILES.slice(0, 2), "Ada");
      const [bo, ada] = builders as [AgentCaller, AgentCaller];
      work(room, bo);
      room.run({ type: "leaveRoom", by: ada, reason: "" });
      const tess = room.join("Ada", "reviewer");
      const { id } = room.task("DEV-002");
      const to = { to: "reviewer" as const, intent: "work" as const, message: "Yours." };
      const handOn = { by: LEAD, taskId: id, handoff: to as never, queueAnyway: false };
      room.run({ type: "handOn", ...handOn });
      work(room, tess);
      const cleo = room.join("Cleo", "builder");
      rejectWhole(room, { findings: found("src/a.ts", "src/b.ts") });
      expect(rejections(room)).toEqual(["Bo 1", "Ada 1"]);
      expect(room.claimed(bo)).toBeNull();
      work(room, cleo, "src/a.ts");
      rejectWhole(room, { findings: found("src/a.ts") });
      const { options } = room.decision("lockout");
      expect(options.slice(0, 2).map(({ consequence }) => consequence)).toEqual([
        "Bo may take it again, with the findings.",
        "Cleo gets it back, with the findings.",
      ]);
    });

    it("asks at the gate where the task is cancelled, and who does it anew is no other than before", () => {
      const { room, bo, ada } = stuck();
      room.choose("lockout", "cancel");
      expect(room.pendingKinds()).toEqual(["gate_failed"]);
      room.choose("gate_failed", "redo");
      expect(rejections(room, "DEV-003")).toEqual(["Bo 1", "Ada 1"]);
      expect(room.pendingKinds()).toEqual(["lockout"]);
      expect([room.claimed(bo), room.claimed(ada)]).toEqual([null, null]);
    });

    it("ends with the session where a person stops it", () => {
      const { room } = stuck();
      room.choose("lockout", "abort");
      expect(room.view.sessions.ended[0]).toMatchObject({ end: "failed" });
      expect(room.pendingKinds()).toEqual([]);
    });
  });

  it("goes to the other agent of a team in which each is all of it", () => {
    const room = new SessionDriver("solo");
    room.lockOut("strict");
    room.start();
    room.present("scout");
    room.present("triage");
    room.choose("triage", "skip");
    room.present("plan", plan(FILES.slice(0, 1)));
    room.choose("plan", "approve");
    room.submit();
    rejectWhole(room, { findings: found("src/a.ts") });
    // Alone it is off.
    expect(room.pendingKinds()).toEqual([]);
    const sil = room.join("Sil", "solo");
    expect(room.claimed(room.builder)).toBeNull();
    work(room, sil);
    rejectWhole(room, { findings: found("src/a.ts") });
    expect(room.pendingKinds()).toEqual(["lockout"]);
  });

  it("never reaches whom the team locks out, and somebody is asked whenever nobody may do it (property)", () => {
    const lockouts = fc.constantFrom<Lockout>("strict", { afterRejections: 2 });
    const authors = fc.tuple(fc.nat(2), fc.nat(2), fc.nat(2));
    const step = fc.record({
      /** Mostly what is next: an answer, a review, or somebody who wants to work. */
      act: fc.constantFrom("next", "next", "next", "next", "leave", "join"),
      who: fc.nat(2),
      /** What a builder reports, or a review names; none: it says nothing of files. */
      files: fc.subarray([...FILES]),
    });
    const counts = { taken: 0, kept: 0, asked: 0, anew: 0 };
    fc.assert(
      fc.property(lockouts, authors, fc.array(step, { minLength: 5, maxLength: 25 }), (lockout, by, steps) => {
        const { room, builders } = atWork(lockout, FILES, ...BUILDERS.slice(1));
        for (const [i, who] of by.entries()) work(room, builders[who] as AgentCaller, FILES[i] as string);
        const after = lockout === "strict" ? 1 : 2;
        const reading = new AuthorReading();
        const isHere = ({ id }: AgentCaller) => room.view.agents[id]?.online === true;
        const isOut = ({ id }: AgentCaller) => reading.timesOf(id) >= after;
        for (const { act, who, files } of steps) {
          const one = builders[who] as AgentCaller;
          const seats = builders.filter(isHere);
          const [asked] = Object.values(room.view.decisions);
          if (act === "leave" && isHere(one)) room.run({ type: "leaveRoom", by: one, reason: "" });
          else if (act === "join" && !isHere(one)) builders[who] = room.join(one.name, "builder");
          else if (act === "next" && asked) {
            const isGate = asked.kind === "gate_failed";
            const option = asked.options[isGate ? 0 : who];
            if (option) room.run(room.answer(asked, option.id));
            if (isGate) counts.anew += 1;
          } else if (act === "next" && room.session().work) rejectWhole(room, { findings: found(...files) });
          else if (act === "next" && isHere(one)) {
            const isLocked = seats.length > 1 && isOut(one);
            if (isLocked) expect(room.claimed(one)).toBeNull();
            else if (room.claimed(one) !== null) work(room, one, ...files);
            counts[isLocked ? "kept" : "taken"] += 1;
          }
          reading.read(room.log);
          const left = room.view.tasks.find(({ intent }) => intent === "findings");
          const there = builders.filter(isHere);
          const isStuck = left?.state === "pending" && there.length > 1 && there.every(isOut);
          expect(room.pendingKinds().includes("lockout")).toBe(isStuck);
          if (isStuck) counts.asked += 1;
        }
        expect(faultsOf(room.log)).toEqual([]);
      }),
      { numRuns: 50 },
    );
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(0);
  });
});

/** Whose work was rejected how often, read from the log by hand: it shares nothing with the reducer. */
class AuthorReading {
  /** The files of each rejection of somebody; none: all of the work. */
  private readonly rejected = new Map<AgentId, string[][]>();
  /** What the rework is about; none: all of the work. */
  private revised: string[] = [];
  /** Who changed each file last. */
  private readonly last = new Map<string, AgentId>();
  /** Who worked since the last review after which somebody did. */
  private lately = new Set<AgentId>();
  private isReviewed = false;
  private readonly reworks = new Set<string>();
  private named: string[] = [];
  private at = 0;

  read(log: readonly RoomEvent[]): void {
    for (const event of log.slice(this.at)) this.follow(event);
    this.at = log.length;
  }

  /** How often one of the files that the rework is about was rejected. */
  timesOf(id: AgentId): number {
    const all = this.rejected.get(id) ?? [];
    const count = (file: string) => all.filter((one) => one.length === 0 || one.includes(file));
    return this.revised.length === 0 ? all.length : Math.max(...this.revised.map((file) => count(file).length));
  }

  private follow({ type, data, actor }: RoomEvent): void {
    switch (type) {
      case "task.submitted":
      case "task.completed": {
        if (actor.kind !== "agent") return;
        if (type === "task.completed" && !this.reworks.has(data.taskId)) return;
        const told = data.result.artifacts.map(({ path }) => path);
        for (const file of told.length > 0 ? told : FILES) this.last.set(file, actor.id);
        if (this.isReviewed) this.lately = new Set();
        this.isReviewed = false;
        this.lately.add(actor.id);
        return;
      }
      case "session.proposed":
        if (data.step === "review") this.named = (data.proposal.value as ReviewReply).findings.map(({ file }) => file);
        return;
      case "session.reworked": {
        for (const { task } of data.tasks) this.reworks.add(task.id);
        if (!data.tasks.some(({ planId, task }) => planId.startsWith("fix-") && task.id.startsWith("FIX"))) {
          // What is done anew may change any of it.
          this.revised = [];
          return;
        }
        const about = this.named.flatMap((file) => this.last.get(file) ?? []);
        for (const id of new Set(about.length > 0 ? about : this.lately)) {
          const files = this.named.filter((file) => about.length === 0 || this.last.get(file) === id);
          this.rejected.set(id, [...(this.rejected.get(id) ?? []), files]);
        }
        this.revised = this.named;
        this.isReviewed = true;
        return;
      }
      case "task.retried":
        for (const id of data.lifts ?? []) this.rejected.delete(id);
        return;
      default:
        return;
    }
  }
}
