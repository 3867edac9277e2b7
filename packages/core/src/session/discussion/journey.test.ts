import { describe, expect, it } from "vitest";
import { holdsUpSessions } from "../../decision/decision.ts";
import { pipelinesIn } from "../../flow/sessions.ts";
import { roleName } from "../../kernel/ids.ts";
import type { Room } from "../../kernel/room.ts";
import type { PipelineStep } from "../../pipeline/pipeline.ts";
import { pipelineLines } from "../../prompt/context/pipeline-step.ts";
import { BRANCH_S } from "../../routing/limits.ts";
import { blockedReasons } from "../../task/blocked.ts";
import { presetTeam } from "../../team/presets.ts";
import type { Role } from "../../team/team.ts";
import { LEAD } from "../../testing/builders.fixture.ts";
import { Discussions, type Point, pointOfView, undiscussed } from "../../testing/discussion.fixture.ts";
import { faultsOf } from "../../testing/log-check.fixture.ts";
import { heldAgainst } from "./held.ts";
import { roundsFor } from "./rounds.ts";
import { resultOf } from "./verdict.ts";

const BAD: Point[] = [
  { rating: 3, divergent: ["Are partial refunds in?"], actionItems: ["Say so"] },
  { rating: 2, divergent: ["The limit is a guess"] },
  { rating: 2, missing: ["R-14, partial refunds"], actionItems: ["Add R-14"] },
];

/** What the room wrote into somebody's mail. */
const told = (room: Discussions) =>
  room.log.flatMap((event) =>
    event.type === "message.sent" && event.data.message.from.kind === "server" && event.data.mailTo.length > 0
      ? [event.data]
      : [],
  );

describe("a step whose role declares a round", () => {
  it("is discussed from five points of view at once, and counts once they agree", () => {
    const room = new Discussions();
    room.finish(room.analyst, { files: ["spec/research.md"] });
    expect(room.task("RESEARCH-001").state).toBe("in_review");
    expect(room.round).toMatchObject({ round: "DISCUSS-001", step: "RESEARCH-001" });
    expect(room.round.perspectives.map(({ name, tool }) => [name, tool])).toEqual([
      ["product", "gemini"],
      ["technical", "codex"],
      ["quality", "claude"],
      ["risk", "gemini"],
      ["coverage", "gemini"],
    ]);
    const ids = room.round.perspectives.map(({ taskId }) => taskId);
    // A round and a task are never called the same.
    expect(ids).toEqual([1, 2, 3, 4, 5].map((n) => `VIEW-00${n}`));
    expect(room.run({ type: "claim", by: room.writer }).taskId).not.toBe("DRAFT-001");
    room.judge();
    expect(room.round.verdict).toMatchObject({
      outcome: "reached",
      severity: "none",
      averageRating: 4,
    });
    expect(room.view.tasks.map(({ id }) => id)).not.toContain("RESEARCH-001");
    expect(room.session.execution?.outcomes["RESEARCH-001" as never]).toMatchObject({
      state: "passed",
      author: { name: "Ann" },
    });
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("took what its agent worked on it, and not what its discussion lasted", () => {
    const room = new Discussions();
    room.finish(room.analyst, { workMs: 600_000 });
    room.pass(60_000);
    room.judge();
    expect(room.session.execution?.outcomes["RESEARCH-001" as never]).toMatchObject({
      workMs: 600_000,
    });
    expect(room.view.sessions.taken).toMatchObject([{ taskId: "RESEARCH-001", workMs: 600_000 }]);
  });

  it("HIGH makes exactly one revision task; what waits for the step waits for that", () => {
    const room = new Discussions();
    room.finish(room.analyst, { files: ["spec/research.md"] });
    room.judge(BAD);
    expect(room.round.verdict).toMatchObject({
      severity: "high",
      advice: "revise",
      next: "revise",
    });
    expect(resultOf(room.round)).toMatchObject({
      artifact: "spec/research.md",
      missing: [{ text: "R-14, partial refunds", by: ["quality"] }],
      actionItems: [{ text: "Add R-14" }, { text: "Say so" }],
    });
    const again = room.session.execution?.tasks["RESEARCH-001-R1"] as string;
    expect(room.task(again)).toMatchObject({ role: "analyst", state: "pending", waitsFor: [] });
    expect(room.task(again).instruction).toContain("R-14, partial refunds (quality)");
    expect(pipelineLines(room.view as Room, room.session, room.task(again))).toContain(
      "`squadroom session show 1 --round DISCUSS-001` prints the whole discussion of RESEARCH-001.",
    );
    expect(room.task("DRAFT-001").waitsFor).toEqual([again]);
    expect(room.log.filter(({ type }) => type === "session.revised")).toHaveLength(1);
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("HIGH is told to the coordinator, with what was found and what follows; nothing else is", () => {
    const room = new Discussions(["reviewer", "architect", "coordinator"]);
    room.finish(room.analyst, { files: ["spec/research.md"] });
    room.judge(BAD);
    const [first] = told(room);
    expect(first).toMatchObject({
      mailTo: [room.judges[2]?.id],
      message: {
        kind: "notification",
        priority: "high",
        taskId: "RESEARCH-001",
        subject: "DISCUSS-001 blocked RESEARCH-001: HIGH",
      },
    });
    expect(first?.message.body).toBe(
      [
        "DISCUSS-001 blocked what Ann made of RESEARCH-001 in session 1, “Refunds”: HIGH, 3.0 of 5.",
        "Recommendation: revise. RESEARCH-001-R1 revises it; what waits for RESEARCH-001 waits for that.",
        "What the round found:\n- R-14, partial refunds (quality)\n- The limit is a guess (technical)\n- Are partial refunds in? (product)",
        "Action items, in this order:\n- Add R-14 (quality)\n- Say so (product)",
        "Artifact: spec/research.md\nDiscussion: round DISCUSS-001 of session 1",
      ].join("\n\n"),
    );
    room.finish(room.analyst);
    room.judge(BAD);
    expect(told(room).at(-1)?.message.body).toContain("Recommendation: escalate. A person is asked what next.");
    const reached = new Discussions(["reviewer", "architect", "coordinator"]);
    reached.finish(reached.analyst);
    reached.judge([{ rating: 1 }]);
    expect(reached.round.verdict?.severity).toBe("medium");
    expect(told(reached).filter(({ message }) => message.kind === "notification")).toEqual([]);
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("however much it found, says where the whole is", () => {
    const room = new Discussions(["reviewer", "architect", "coordinator"]);
    room.finish(room.analyst);
    const items = (n: number) => Array.from({ length: 9 }, (_, i) => `${n}${i} ${"x".repeat(180)}`);
    room.judge([1, 2, 3].map((n) => ({ rating: 1, actionItems: items(n) })));
    const body = told(room).at(-1)?.message.body ?? "";
    expect(body.length).toBeGreaterThan(4_000);
    expect(body).toMatch(
      /\n\nArtifact: none reported; it was to be spec\/research\.md\nDiscussion: round DISCUSS-001 of session 1$/,
    );
  });

  it("while a person decides, the task and what waits for it say so, not that it is in review", () => {
    const room = new Discussions();
    room.finish(room.analyst);
    room.judge(BAD);
    room.finish(room.analyst);
    room.judge(BAD);
    const { id, question } = room.decision("discussion_blocked");
    expect(blockedReasons(room.view, room.task("RESEARCH-001-R1"))).toMatchObject([
      {
        kind: "waits_on_human",
        decisionId: id,
        text: `Waiting for a person's answer: ${question}`,
      },
    ]);
    const [reason] = blockedReasons(room.view, room.task("DRAFT-001"));
    expect(reason?.text).toBe("Waiting for RESEARCH-001-R1 “Research”, about which a person is asked.");
  });

  it("HIGH waits for a coordinator where nobody has that role yet", () => {
    const room = new Discussions();
    room.finish(room.analyst);
    room.judge(BAD);
    expect(room.view.roleMail[roleName("coordinator")]).toHaveLength(1);
    const coordinator = room.join("Cora", "coordinator");
    expect(room.view.agents[coordinator.id]?.mail).toHaveLength(1);
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("a second HIGH is a decision with the top three, and each answer does what it says", () => {
    for (const answer of ["revise", "proceed", "stop"]) {
      const room = new Discussions();
      room.finish(room.analyst);
      room.judge(BAD);
      room.finish(room.analyst);
      room.judge(BAD);
      expect(room.round.verdict).toMatchObject({ advice: "escalate", next: "asks" });
      const asked = room.decision("discussion_blocked");
      expect(asked.question).toBe("DISCUSS-001 blocked RESEARCH-001-R1 of “Refunds” again. What next?");
      expect(asked.reason.split("\n").slice(1)).toEqual([
        "R-14, partial refunds (quality)",
        "The limit is a guess (technical)",
        "Are partial refunds in? (product)",
      ]);
      expect(room.log.filter(({ type }) => type === "session.revised")).toHaveLength(1);
      room.run(room.answer(asked, answer, { note: "Mind R-14." }));
      if (answer === "revise") {
        const id = room.session.execution?.tasks["RESEARCH-001-R2"] as string;
        expect(room.task(id).instruction).toContain("Mind R-14.");
        expect(room.task("DRAFT-001").waitsFor).toEqual([id]);
      } else if (answer === "proceed") expect(room.task("DRAFT-001").waitsFor).toEqual([]);
      else expect(room.view.sessions.ended[0]).toMatchObject({ end: "stopped" });
      expect(Object.values(room.view.decisions)).toEqual([]);
      expect(faultsOf(room.log)).toEqual([]);
    }
  });

  it("tells why it is blocked where ratings alone block it, to the author, the coordinator and the person", () => {
    const room = new Discussions(["reviewer", "architect", "coordinator"]);
    const low = [
      { rating: 2, summary: "Nobody could build it." },
      { rating: 1, summary: "It contradicts itself." },
    ];
    room.finish(room.analyst);
    room.judge(low);
    const why = "- It contradicts itself. (technical)\n- Nobody could build it. (product)";
    expect(room.task("RESEARCH-001-R1").instruction).toContain(why);
    expect(told(room).at(-1)?.message.body).toContain(why);
    room.finish(room.analyst);
    room.judge(low);
    const asked = room.decision("discussion_blocked");
    expect(asked.reason).toContain("It contradicts itself. (technical)");
    expect(asked.options[0]?.consequence).toBe("RESEARCH-001-R2 gets what the round found and your note.");
    expect(holdsUpSessions(asked)).toBe(false);
  });

  it("names tasks as the room does: another session has those of its steps' numbers", () => {
    const room = new Discussions();
    const words = { title: "Payouts", description: "", itemId: null };
    room.run({ type: "createSession", by: LEAD, ...words, pipeline: "spec-only" });
    expect(room.finish(room.analyst)).toBe("RESEARCH-001");
    expect(room.finish(room.analyst)).toBe("RESEARCH-002");
    const opened = room.log.findLast(({ type }) => type === "fanout.opened")?.data;
    expect(opened).toMatchObject({
      title: "DISCUSS-001 on RESEARCH-002: Research",
      tasks: expect.arrayContaining([
        expect.objectContaining({
          title: "Product on RESEARCH-002: Research",
          instruction: expect.stringContaining("made of RESEARCH-002 for round"),
        }),
      ]),
    });
    const [, session] = pipelinesIn(room.view.sessions);
    if (!session) throw new Error("no second session");
    expect(pipelineLines(room.view as Room, session, room.task("RESEARCH-002"))[0]).toBe(
      "Step RESEARCH-002 of the pipeline Specification (6 steps). End it with `done`: DRAFT-005 (Product brief) waits for it.",
    );
  });

  it("MEDIUM goes on with a warning, and the team knows of an issue", () => {
    const room = new Discussions();
    room.finish(room.analyst);
    room.judge([
      { rating: 2, divergent: ["The limit is a guess"] },
      { rating: 5, divergent: ["Nobody owns it"] },
      { rating: 5 },
    ]);
    expect(room.round.verdict).toMatchObject({
      outcome: "blocked",
      severity: "medium",
      next: "goes_on",
    });
    const done = room.log.findLast(({ type }) => type === "task.completed");
    expect(done?.data).toMatchObject({
      taskId: "RESEARCH-001",
      result: {
        warnings: [
          "DISCUSS-001: blocked, MEDIUM, 4.0 of 5. The limit is a guess (product); Nobody owns it (technical)",
        ],
      },
    });
    expect(room.view.wisdom.live).toMatchObject([
      { kind: "issue", text: "RESEARCH-001, DISCUSS-001: The limit is a guess; Nobody owns it" },
    ]);
    expect(heldAgainst(room.session, "RESEARCH-001")).toEqual([
      "DISCUSS-001 warns, MEDIUM: The limit is a guess; Nobody owns it",
    ]);
    expect(heldAgainst(room.session, "DRAFT-001")).toEqual([]);
    expect(room.task("DRAFT-001").waitsFor).toEqual([]);
  });

  it("warns in the words of somebody who has gone silent meanwhile", () => {
    const room = new Discussions(["reviewer", "architect", "planner", "tester"]);
    room.finish(room.analyst);
    const views = [...room.judges, room.writer].map((by) => ({ by, task: room.claim(by) }));
    room.run({ type: "pauseSession", by: LEAD, sessionId: 1, reason: "", park: true });
    const warns: Point = { rating: 2, divergent: ["The limit is a guess"] };
    for (const [i, { by, task }] of views.entries()) {
      const reply = pointOfView(i === 0 ? warns : { rating: 5 });
      const { id: taskId, lease } = task;
      const done = { taskId, fence: lease.fence, result: { summary: "" }, reply, next: false };
      room.run({ type: "complete", by, ...done });
    }
    room.pass(3_600_000).tick();
    expect(Object.values(room.view.agents).some(({ online }) => online)).toBe(false);
    expect(room.round.verdict).toBeNull();
    room.run({ type: "resumeSession", by: LEAD, sessionId: 1 });
    room.tick();
    expect(room.view.wisdom.live).toMatchObject([{ kind: "issue", by: { role: "reviewer" } }]);
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("LOW is reached, with notes", () => {
    const room = new Discussions();
    room.finish(room.analyst);
    room.judge([{ divergent: ["A name"] }]);
    expect(room.round.verdict).toMatchObject({ outcome: "reached", severity: "low" });
    const done = room.log.findLast(({ type }) => type === "task.completed");
    expect(done?.data).toMatchObject({
      result: { warnings: ["DISCUSS-001: reached with notes, LOW, 4.0 of 5. A name (product)"] },
    });
  });

  it("what the round about a check found is part of what is improved after it", () => {
    const room = new Discussions(["reviewer", "architect"], "full-lifecycle");
    const reviewer = room.judges[0] as (typeof room.judges)[number];
    for (const by of [room.analyst, room.writer, room.writer, room.writer, room.writer]) {
      room.finish(by);
      room.judge();
    }
    room.finish(reviewer);
    room.judge([{ divergent: ["Two limits lack a number"], actionItems: ["Number both"] }]);
    const asked = room.decision("pipeline_checkpoint");
    room.run(room.answer(asked, "improve", { note: "As the check says." }));
    expect(room.task("IMPROVE-001").instruction).toMatch(
      /asks for it: As the check says\.\n\nWhat the round found:\n- Two limits lack a number \(product\)\n\nAction items, in this order:\n- Number both \(product\)\n\nWhat was checked is spec\/research\.md, .*spec\/epics\.md\.\n\nWhat was found is in spec\/readiness\.md\./,
    );
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("a point of view that fails or says nothing usable is skipped with a warning", () => {
    const room = new Discussions();
    room.finish(room.analyst);
    const [judge] = room.judges;
    if (!judge) throw new Error("nobody judges");
    const { id: taskId, lease } = room.claim(judge);
    room.run({ type: "fail", by: judge, taskId, fence: lease.fence, reason: "No model." });
    const other = room.judges[1] as typeof judge;
    const { id, lease: held } = room.claim(other);
    const done = { taskId: id, fence: held.fence, result: { summary: "" }, next: false };
    const send = () => room.run({ type: "complete", by: other, ...done, reply: "no JSON" });
    expect(send().state).toBe("reply_refused");
    expect(send().state).toBe("failed");
    room.judge();
    expect(room.round.verdict?.skipped).toHaveLength(2);
    expect(room.round.verdict?.skipped[0]).toEqual({ name: "technical", why: "No model." });
    expect(room.view.tasks.filter(({ id: one }) => one.startsWith("VIEW"))).toEqual([]);
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("is skipped with a warning when nobody but its author is there for the time that it has", () => {
    const room = new Discussions([]);
    room.run({ type: "leaveRoom", by: room.writer, reason: "" });
    room.finish(room.analyst);
    expect(room.run({ type: "claim", by: room.analyst }).taskId).toBeNull();
    room.pass(BRANCH_S * 1000 + 1).tick();
    expect(room.round.verdict).toMatchObject({ outcome: "skipped", next: "goes_on" });
    const done = room.log.findLast(({ type }) => type === "task.completed");
    expect(done?.data).toMatchObject({
      result: {
        warnings: [
          "DISCUSS-001 was skipped: nobody gave a point of view.",
          expect.stringMatching(/^DISCUSS-001: Product, technical, quality, risk and coverage were skipped\. /),
        ],
      },
    });
    expect(heldAgainst(room.session, "RESEARCH-001")).toEqual(["DISCUSS-001 was skipped: nobody judged it."]);
    expect(room.task("DRAFT-001").waitsFor).toEqual([]);
  });

  it("deals its rounds out to its steps: the second document has the second", () => {
    const room = new Discussions();
    room.finish(room.analyst);
    room.judge();
    for (const round of ["DISCUSS-002", "DISCUSS-003", "DISCUSS-004", "DISCUSS-005"]) {
      room.finish(room.writer);
      expect(room.round.round).toBe(round);
      room.judge();
    }
    room.finish(room.judges[0] as never);
    expect(room.round).toMatchObject({ round: "DISCUSS-006", step: "QUALITY-001" });
  });

  it("holds a round that names its steps for those, and deals out the others", () => {
    const team = undiscussed((name, spec) =>
      name === "reviewer"
        ? spec.replace(
            "discuss_rounds: []",
            "discuss_rounds: [A, {id: B, steps: QUALITY}, {id: C, steps: [IMPROVE-002, QUALITY-002]}, D]",
          )
        : spec,
    );
    const reviewer = team.roles.find(({ name }) => name === "reviewer") as Role;
    const ids = ["REVIEW-001", "QUALITY-001", "QUALITY-002", "IMPROVE-001", "IMPROVE-002"];
    const steps = ids.map((id) => ({ id, title: id, requires: [] }) as unknown as PipelineStep);
    const held = (id: string) => roundsFor(team, reviewer, steps, id).map(({ round }) => round);
    expect(Object.fromEntries([...ids, "QUALITY-001-R1"].map((id) => [id, held(id)]))).toEqual({
      "REVIEW-001": ["A"],
      "QUALITY-001": ["B"],
      "QUALITY-002": ["B", "C"],
      "IMPROVE-001": ["D"],
      "IMPROVE-002": ["C"],
      "QUALITY-001-R1": ["B"],
    });
    const lifecycle = presetTeam("lifecycle");
    const own = lifecycle.roles.find(({ name }) => name === "reviewer") as Role;
    expect(ids.map((id) => roundsFor(lifecycle, own, steps, id).length)).toEqual([0, 1, 1, 0, 0]);
  });

  it("is dropped with its session", () => {
    const room = new Discussions();
    room.finish(room.analyst);
    room.run({ type: "stopSession", by: LEAD, sessionId: 1, reason: "" });
    expect(room.view.tasks).toEqual([]);
    expect(faultsOf(room.log)).toEqual([]);
  });
});

it("isn't lost by a spec that breaks while its author works: the work ends once it is mended, and is discussed", () => {
  const room = new Discussions();
  const by = room.analyst;
  const { taskId, fence } = room.run({ type: "claim", by });
  const change = (spec: (text: string) => string) => {
    const { team, teamVersion: version } = room.view;
    if (!team) throw new Error("no team");
    const roles = team.roles.map((role) => (role.name === "analyst" ? { ...role, spec: spec(role.spec ?? "") } : role));
    room.run({ type: "changeTeam", by: LEAD, team: { ...team, roles }, version, remap: {} });
  };
  const end = { taskId, fence, result: { summary: "as asked" }, next: false, reply: null };
  const done = { type: "complete", by, ...end } as never;
  change((text) => text.replace(/^(discuss_rounds: ).*$/m, "$1[DISCUSS-001"));
  expect(room.refused(done)).toMatchObject({ code: "spec_broken" });
  change((text) => text.replace(/^(discuss_rounds: ).*$/m, "$1[DISCUSS-001]"));
  expect(room.run(done)).toMatchObject({ state: "in_review", discussed: ["DISCUSS-001"] });
  expect(faultsOf(room.log)).toEqual([]);
});

it("its session's last message names what a person let through, and rounds that nobody judged", () => {
  const room = new Discussions(["reviewer", "architect", "coordinator"]);
  const [reviewer] = room.judges;
  if (!reviewer) throw new Error("no reviewer");
  for (let i = 0; i < 2; i++) {
    room.finish(room.analyst);
    room.judge(BAD);
  }
  room.run(room.answer(room.decision("discussion_blocked"), "proceed"));
  for (let i = 0; i < 4; i++) {
    room.finish(room.writer);
    room.judge();
  }
  room.finish(reviewer);
  for (let i = 0; i < 4; i++) room.pass(BRANCH_S * 1000).tick();
  expect(room.view.sessions.ended[0]).toMatchObject({ end: "completed" });
  const body = told(room).at(-1)?.message.body;
  expect(body).toContain("RESEARCH-001-R1 (DISCUSS-001: HIGH, a person let it through)");
  expect(body).toContain("QUALITY-001 (DISCUSS-006: nobody judged it)");
});
