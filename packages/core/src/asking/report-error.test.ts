import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { stopOf } from "../agent/stopped.ts";
import { type AttemptedFix, ERRORS_MAX } from "../error/reported-error.ts";
import type { AgentCaller, RunnerCaller } from "../kernel/actor.ts";
import { type AgentId, roleName } from "../kernel/ids.ts";
import { checkCall } from "../policy/permission.ts";
import { existingPart } from "../prompt/context/task.ts";
import { cardOf } from "../room/card.ts";
import type { RunReport } from "../run/command.ts";
import type { RunId } from "../run/run.ts";
import { blockedReasons } from "../task/blocked.ts";
import { anId, LEAD } from "../testing/builders.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";
import { anErrorStep, report } from "../testing/error-kinds.fixture.ts";
import { faultsOf } from "../testing/log-check.fixture.ts";

/** Two builders, each with work of its own, and more of it waiting. */
function working(): { room: Driver; bo: AgentCaller; ada: AgentCaller } {
  const room = Driver.room("squad");
  const bo = room.join("Bo", "builder");
  const ada = room.join("Ada", "builder");
  room.run(
    room.create(
      LEAD,
      [1, 2, 3, 4].map((n) => ({ role: "builder", title: `Part ${n}` })),
    ),
  );
  room.claim(bo);
  return { room, bo, ada };
}

/** Bo has reported what stops it. */
function stopped() {
  const at = working();
  for (let n = 0; n < ERRORS_MAX; n += 1) at.room.run(report(at.room, at.bo));
  return at;
}

/** What the room says before a tool runs. */
function check(room: Driver, by: AgentCaller, tool: string, input: object) {
  const call = { callId: "c", digest: "d", harness: "claude", tool, input, cwd: "." };
  const found = checkCall(room.room, { ...by, connection: 1 }, { ...call, files: [], shown: "" });
  if (!found.ok) throw new Error(found.refusal.message);
  return found.checked;
}

const opened = (room: Driver) => room.log.filter(({ type }) => type === "decision.opened").length;

describe("an error that an agent reports", () => {
  it("is kept with its place, what was tried and by whom, and is a sign of work", () => {
    const { room, bo } = working();
    const place = { file: "src/a.ts", line: 12, column: 3, type: "TypeError" };
    const attemptedFixes = [{ fix: "widen it", outcome: "failed" as const, note: "4 others break" }];
    expect(room.run(report(room, bo, { ...place, attemptedFixes }))).toEqual({
      id: 1,
      count: 1,
      stopped: false,
      decisionId: null,
    });
    const event = room.log.at(-1);
    expect(event).toMatchObject({
      type: "error.reported",
      data: { error: { id: 1, taskId: "DEV-001", ...place, attemptedFixes }, count: 1 },
      actor: { name: "Bo" },
    });
    expect(room.task("DEV-001").state).toBe("in_progress");
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("stops its agent at the third of a run, over all its tasks; warnings don't count", () => {
    const { room, bo } = working();
    room.join("Pia", "planner");
    room.run(report(room, bo, { message: "Snapshot differs" }));
    room.run(report(room, bo, { severity: "warning" }));
    const { id: taskId, lease } = room.task("DEV-001");
    room.run({
      type: "complete",
      by: bo,
      taskId,
      fence: lease?.fence as never,
      next: true,
      result: { summary: "So." },
    });
    room.run(report(room, bo, { severity: "critical", message: "Not exported" }));
    expect(room.task("DEV-002").state).toBe("in_progress");
    const third = { message: "Not assignable", file: "src/b.ts", line: 31, column: 9 };
    const attemptedFixes = [{ fix: "copy the type", outcome: "failed" as const }];
    expect(room.run(report(room, bo, { ...third, attemptedFixes }))).toMatchObject({
      count: 3,
      stopped: true,
    });
    expect(room.task("DEV-002")).toMatchObject({ state: "failed", lastEnd: { how: "stopped" } });
    const asked = room.decision("task_failed");
    expect(asked.question).toContain("Bo was stopped after 3 errors in one run");
    expect(asked.reason.split("\n")).toEqual([
      "error (DEV-001): Snapshot differs. Nothing was tried.",
      "critical (DEV-002): Not exported. Nothing was tried.",
      "error (DEV-002, src/b.ts:31:9): Not assignable. Tried: copy the type (failed).",
    ]);
    const told = room.log.findLast(({ type }) => type === "message.sent");
    expect(told?.data).toMatchObject({
      message: {
        body: [
          "DEV-002, “Part 2”, failed after 1 attempt: Bo was stopped after 3 errors in one run.",
          [
            "It reported:",
            "- DEV-001: Snapshot differs",
            "- DEV-002: Not exported",
            "- DEV-002, src/b.ts:31: Not assignable",
          ].join("\n"),
          "A person is asked what to do with it.",
        ].join("\n\n"),
      },
    });
    expect(opened(room)).toBe(1);
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("is not heard from a stopped agent, which gets no work before a person decides; then it counts from zero", () => {
    const { room, bo, ada } = working();
    for (let n = 0; n < ERRORS_MAX; n++) room.run(report(room, bo));
    expect(room.refused(report(room, bo)).code).toBe("worker_stopped");
    const lock = { type: "takeLock", by: bo, patterns: ["src/a.ts"], wait: true } as const;
    expect(room.refused(lock).code).toBe("worker_stopped");
    const { members } = cardOf(room.view, { seenAt: {}, waiting: [] }, room.now, room.leaseS);
    expect(members.find(({ agentId }) => agentId === bo.id)?.presence?.work).toBe("waiting_on_human");
    expect(room.run({ type: "claim", by: bo })).toMatchObject({ taskId: null });
    // Nor does another join help.
    room.join("Bo", "builder");
    expect(room.run({ type: "claim", by: bo })).toMatchObject({ taskId: null });
    expect(room.claim(ada).id).toBe("DEV-002");

    room.run(room.answer(room.decision("task_failed"), "retry_with_note", { note: "Export it." }));
    expect(room.claim(bo).id).toBe("DEV-001");
    expect(room.run(report(room, bo))).toMatchObject({ count: 1, stopped: false });
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("is heard again once the task was tried anew, though it failed anew too", () => {
    const { room, bo } = stopped();
    room.run(room.answer(room.decision("task_failed"), "retry"));
    expect(room.failThrice(bo)).toMatchObject({ id: "DEV-001", state: "failed" });
    expect(room.claim(bo).id).toBe("DEV-002");
    expect(room.run(report(room, bo))).toMatchObject({ count: 1, stopped: false });
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("denies a stopped agent each tool with why, reading too; it may still ask the room", () => {
    const { room, bo, ada } = stopped();
    const why = expect.stringContaining(
      "You were stopped after 3 errors in one run. A person decides what happens to DEV-001.",
    );
    const denied = { verdict: "deny", rule: "stopped", reason: why };
    for (const [tool, input] of [
      ["Read", { file_path: "src/a.ts" }],
      ["Write", { file_path: "src/a.ts", content: "" }],
      ["Bash", { command: "npm test" }],
      ["Bash", { command: "squadroom task DEV-001 && npm test" }],
      ["Bash", { command: "squadroom task DEV-001 > src/a.ts" }],
      ["mcp__other__get", {}],
      ["Task", {}],
    ] as const)
      expect(check(room, bo, tool, input)).toMatchObject(denied);
    expect(check(room, bo, "mcp__squadroom__wait_for_task", {})?.verdict).toBe("allow");
    expect(check(room, bo, "Bash", { command: "squadroom task show DEV-001" })?.verdict).toBe("allow");
    expect(check(room, ada, "Bash", { command: "npm test" })?.verdict).toBe("allow");
    room.run(room.answer(room.decision("task_failed"), "retry"));
    expect(check(room, bo, "Bash", { command: "npm test" })?.verdict).toBe("allow");
  });

  it("blocks the work of a role once all who are there are stopped, with the way out", () => {
    const { room, ada } = stopped();
    const texts = () => blockedReasons(room.view, room.task("DEV-003")).map(({ text }) => text);
    expect(texts()).toEqual([]);
    room.run({ type: "leaveRoom", by: ada, reason: "" });
    expect(texts()).toEqual([
      "Every Builder is stopped by its errors. Answer what happens to DEV-001, or connect another Builder.",
    ]);
    room.run(room.answer(room.decision("task_failed"), "retry"));
    expect(texts()).toEqual([]);
  });

  it("counts from zero in another run of the same agent", () => {
    const { room, bo } = working();
    for (let n = 1; n < ERRORS_MAX; n++) room.run(report(room, bo));
    room.join("Bo", "builder");
    expect(room.run(report(room, bo))).toMatchObject({ count: 1, stopped: false });
  });

  it("stops it again where the answer that let it go on is taken back", () => {
    const { room, bo } = working();
    for (let n = 0; n < ERRORS_MAX; n++) room.run(report(room, bo));
    const asked = room.decision("task_failed");
    room.run(room.answer(asked, "retry"));
    expect(stopOf(room.view, bo.id)).toBeUndefined();
    room.run(room.undo(asked));
    expect(stopOf(room.view, bo.id)).toMatchObject({ taskId: "DEV-001" });
    expect(room.decision("task_failed").question).toContain("Bo was stopped");
  });

  it("offers the agent that was suggested first, and gives it the task", () => {
    const { room, bo, ada } = working();
    const suggestedAgent = "Rex";
    const rex = room.join("Rex", "reviewer");
    for (let n = 0; n < ERRORS_MAX; n++) room.run(report(room, bo, { suggestedAgent }));
    const asked = room.decision("task_failed");
    expect(asked.options.map(({ label }) => label)).toEqual([
      "Give it to Rex",
      "Retry",
      "Retry with a note",
      "Give it to Planner",
      "Give it to Reviewer",
      "Cancel the task",
    ]);
    room.run(room.answer(asked, `hand_on:${rex.id}`, { note: "Yours." }));
    expect(room.task("DEV-001")).toMatchObject({ role: "reviewer", agentId: rex.id });
    expect(stopOf(room.view, bo.id)).toBeUndefined();
    expect(room.claim(ada).id).toBe("DEV-002");
  });

  it("comes to whoever takes the task next, with what was tried; so does what is done, after a handover too", () => {
    for (const optionId of ["retry", "hand_on:reviewer"]) {
      const room = Driver.room("squad");
      const bo = room.join("Bo", "builder");
      const rex = room.join("Rex", "reviewer");
      const successCriteria = ["It is right.", "It is tested."];
      room.run(room.create(LEAD, [{ role: "builder", timeoutS: 300, successCriteria }]));
      const { fence } = room.claim(bo).lease;
      const done = { percent: 81, completed: ["The store"], remaining: ["The page"] };
      const at = { by: bo, taskId: "DEV-001" as never, fence };
      room.run({ type: "progress", ...at, progress: done });
      const attemptedFixes: AttemptedFix[] = [
        { fix: "export it", outcome: "not_tried", note: "not yours" },
        { fix: "widen it", outcome: "failed" },
      ];
      for (const line of [1, 2, 3]) room.run(report(room, bo, { file: "a.ts", line, attemptedFixes }));
      room.run(room.answer(room.decision("task_failed"), optionId, { note: "Mind the page." }));
      const task = room.claim(optionId === "retry" ? bo : rex);
      expect(task).toMatchObject({
        id: "DEV-001",
        title: "a part",
        timeoutS: 300,
        successCriteria,
      });
      const text = existingPart(room.room, task)?.write(Infinity) ?? "";
      for (const line of [
        "its agent met too many errors",
        "Error 1, a.ts:1: ",
        "Error 3, a.ts:3: ",
        ". Tried: widen it (failed). Not tried: export it (not yours).",
        "81 %",
        "Done: The store",
        "Left: The page",
      ])
        expect(text).toContain(line);
      expect(room.view.ended).toEqual([]);
      expect(faultsOf(room.log)).toEqual([]);
    }
  });

  it("offers nobody who was suggested about another task", () => {
    const { room, bo, ada } = working();
    room.join("Rex", "reviewer");
    room.run(report(room, bo, { suggestedAgent: "Rex" }));
    const { fence } = room.task("DEV-001").lease ?? { fence: 0 as never };
    room.run({ type: "fail", by: bo, taskId: "DEV-001" as never, fence, reason: "No." });
    room.claim(ada);
    room.claim(bo);
    for (let n = 1; n < ERRORS_MAX; n++) room.run(report(room, bo));
    expect(room.decision("task_failed").options[0]?.label).toBe("Retry");
  });

  it("that needs a person asks one: try again, answer, reassign, cancel; once for the task", () => {
    const { room, bo } = working();
    const needs = { requiresIntervention: true, suggestedAgent: "reviewer", severity: "critical" };
    const first = room.run(report(room, bo, { ...needs, severity: "critical" }));
    const asked = room.decision("intervention");
    expect(first).toMatchObject({ decisionId: asked.id, stopped: false });
    expect(asked).toMatchObject({ urgency: "critical", askedBy: { name: "Bo" } });
    expect(asked.options.map(({ id }) => id)).toEqual(["retry", "answer", "reassign:reviewer", "cancel"]);
    const second = room.run(report(room, bo, { requiresIntervention: true }));
    expect(second).toMatchObject({ decisionId: asked.id, count: 2 });
    room.run(room.answer(asked, "retry", { note: "Use the index." }));
    expect(room.task("DEV-001").lease?.agentId).toBe(bo.id);
    expect(room.view.agents[bo.id]?.mail).toHaveLength(1);
    expect(opened(room)).toBe(1);
  });

  it("is not taken where it suggests somebody whom the room doesn't know", () => {
    const { room, bo } = working();
    const no = room.refused(report(room, bo, { suggestedAgent: "Nobody" }));
    expect(no).toMatchObject({
      code: "role_unknown",
      allowed: expect.arrayContaining(["planner"]),
    });
    expect(no.message).toContain("the error was not reported");
  });

  it("that is one too many ends the question before it: a person is asked once", () => {
    const { room, bo } = working();
    room.run(report(room, bo, { requiresIntervention: true }));
    room.run(report(room, bo));
    room.run(report(room, bo, { requiresIntervention: true }));
    expect(Object.values(room.view.decisions).map(({ kind }) => kind)).toEqual(["task_failed"]);
  });

  it("ends the run that a runner started, and no other is started for that agent", () => {
    const room = Driver.room("duo");
    const runner: RunnerCaller = { id: anId(701) as AgentId, name: "studio", connection: null };
    const role = roleName("planner");
    room.run({
      type: "connectRunner",
      by: runner,
      platform: "linux",
      version: "1.0.0",
      slots: 2,
      offers: [{ role, harness: "scripted" }],
      harnesses: [],
      project: { name: "checkout", branch: "main", hasRemote: false },
    });
    room.say("Make refunds idempotent.");
    room.run({ type: "takeStarts", by: runner, free: 2 });
    const bo = { id: anId(801) as AgentId, name: "planner-1", roles: [role], connection: null };
    const runId = 1 as RunId;
    room.run({ type: "seatRun", by: runner, runId, agentId: bo.id, name: bo.name });
    room.run({ type: "join", by: bo, role, class: "managed", harness: "scripted" });
    const where = { folder: "/work", branch: null, tree: null };
    const tell = (said: RunReport) => room.run({ type: "reportRun", by: runner, runId, report: said });
    const up = { harness: "scripted", model: null, ref: "r1", isResumed: false };
    tell({ kind: "started", agentId: bo.id, ...up, ...where });
    const { id: taskId, lease } = room.claim(bo);
    tell({ kind: "turn_began", taskId, fence: lease.fence, ...where });
    room.run(report(room, bo));
    // Another connection of the same run is the same run.
    room.run({ type: "join", by: bo, role, class: "managed", harness: "scripted" });
    room.run(report(room, bo));
    expect(room.run(report(room, bo))).toMatchObject({ count: 3, stopped: true });
    expect(room.view.runs.live[0]?.orders).toMatchObject([{ act: "stop", by: "Squadroom" }]);
    tell({ kind: "ended", why: "stopped", reason: "It was told to." });
    expect(room.task(taskId).state).toBe("failed");
    room.say("Something else.");
    room.run({ type: "takeStarts", by: runner, free: 2 });
    expect(room.view.runs.live).toMatchObject([{ taskId: "PLAN-002", agentId: null }]);
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("in any history: a third is accepted with the stop only, a stopped agent says nothing more, and each stop asks once", () => {
    let stops = 0;
    let blocks = 0;
    const step = fc.tuple(fc.nat(15), fc.nat(3), fc.nat(7));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 90, size: "max" }), (steps) => {
        const room = Driver.room("duo");
        const agents = [room.join("Pia", "planner"), ...["Bo", "Ada"].map((name) => room.join(name, "builder"))];
        for (const one of steps) {
          const before = room.log.length;
          const ruling = room.try(anErrorStep(room, agents, one));
          const made = room.log.slice(before);
          for (const task of room.view.tasks.filter(({ state }) => state === "pending")) {
            const isStopped = blockedReasons(room.view, task).some(({ kind }) => kind === "stopped");
            const takers = agents.filter(
              ({ id, roles: [role] }) => role === task.role && (task.agentId === null || task.agentId === id),
            );
            const isWorked = takers.some(({ id }) => !stopOf(room.view, id));
            expect(isStopped).toBe(takers.length > 0 && !isWorked);
            blocks += Number(isStopped);
          }
          const stopping = made.filter((event) => event.type === "error.reported" && event.data.stops);
          if (stopping.length === 0 || !ruling.ok) continue;
          stops += 1;
          const failed = made.filter((event) => event.type === "task.attempt_ended" && event.data.how === "stopped");
          const asked = made.filter(
            (event) => event.type === "decision.opened" && event.data.decision.kind === "task_failed",
          );
          expect([failed.length, asked.length]).toEqual([1, 1]);
        }
        expect(faultsOf(room.log)).toEqual([]);
      }),
      { numRuns: 150 },
    );
    expect(stops).toBeGreaterThan(5);
    expect(blocks).toBeGreaterThan(5);
  });
});
