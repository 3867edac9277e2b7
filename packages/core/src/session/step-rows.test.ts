import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LEAD } from "../testing/builders.fixture.ts";
import { Discussions, type Point } from "../testing/discussion.fixture.ts";
import { PipelineDriver } from "../testing/pipeline-driver.fixture.ts";
import { shareOf } from "../testing/property-runs.fixture.ts";
import { timelineOf } from "../timeline/timeline.ts";
import { pipelineCards } from "./pipeline/card.ts";
import { stepsDone } from "./pipeline/steps.ts";
import { stepRows } from "./step-rows.ts";

const HIGH: Point[] = [{ rating: 2, missing: ["R-14, partial refunds"] }];

function rowsOf(room: PipelineDriver | Discussions) {
  return Object.fromEntries(stepRows(room.view, room.session).map(({ id, kind, why }) => [id, { kind, why }]));
}

describe("each step of a pipeline says how it stands, and why", () => {
  it("what waits names what it waits for; what has no task names its checkpoint", () => {
    const room = new PipelineDriver();
    room.begin("full-lifecycle");
    expect(rowsOf(room)).toMatchObject({
      "RESEARCH-001": { kind: "ready", why: [] },
      "DRAFT-001": {
        kind: "blocked",
        why: [`Waiting for RESEARCH-001 “${room.view.tasks[0]?.title}”, which nobody has started.`],
      },
      "CHECKPOINT-1": { kind: "blocked", why: ["Its turn comes after QUALITY-001."] },
      "PLAN-001": { kind: "blocked", why: ["Behind CHECKPOINT-1."] },
    });
    room.run({ type: "claim", by: room.agents.analyst as never });
    expect(rowsOf(room)["RESEARCH-001"]).toEqual({
      kind: "working",
      why: ["One analyst is working on it."],
    });
  });

  it("a checkpoint says that it needs a person, in which decision, and then who passed it", () => {
    const room = new PipelineDriver();
    room.begin("full-lifecycle");
    room.work();
    const row = () => stepRows(room.view, room.session).find(({ id }) => id === "CHECKPOINT-1");
    expect(row()).toMatchObject({ kind: "waiting", why: ["Waiting for a person's answer."] });
    expect(row()?.decisionId).toBe(room.decision("pipeline_checkpoint").id);
    room.choose("resume");
    const passed = { kind: "done", why: [`Passed by ${LEAD.name}.`], decisionId: null };
    expect(row()).toMatchObject(passed);
  });

  it("what its discussion blocked is redone, asked about, or let through, and never just passed", () => {
    const room = new Discussions();
    room.finish(room.analyst);
    expect(rowsOf(room)["RESEARCH-001"]?.why).toEqual(["DISCUSS-001: 0 of 5 points of view are in."]);
    room.judge(HIGH);
    const found = "DISCUSS-001 blocked it, HIGH: R-14, partial refunds";
    expect(rowsOf(room)["RESEARCH-001"]).toEqual({
      kind: "replaced",
      why: [found, "Replaced by RESEARCH-001-R1."],
    });
    room.finish(room.analyst);
    room.judge(HIGH);
    expect(rowsOf(room)["RESEARCH-001-R1"]).toEqual({
      kind: "waiting",
      why: [found, "Waiting for a person's answer about what its discussion found."],
    });
    room.run(room.answer(room.decision("discussion_blocked"), "proceed"));
    expect(rowsOf(room)["RESEARCH-001-R1"]).toEqual({
      kind: "done",
      why: [found, "A person let it through."],
    });
  });

  it("what a person has revised once more was not let through", () => {
    const room = new Discussions();
    room.finish(room.analyst);
    room.judge(HIGH);
    room.finish(room.analyst);
    room.judge(HIGH);
    room.run(room.answer(room.decision("discussion_blocked"), "revise"));
    expect(rowsOf(room)["RESEARCH-001-R1"]).toEqual({
      kind: "replaced",
      why: ["DISCUSS-001 blocked it, HIGH: R-14, partial refunds", "Replaced by RESEARCH-001-R2."],
    });
  });

  it("what was cancelled is no success", () => {
    const room = new PipelineDriver();
    room.begin("spec-only");
    room.work(() => 0, 1);
    room.cancel("DRAFT-001");
    expect(rowsOf(room)["DRAFT-001"]).toEqual({
      kind: "bad",
      why: ["It was cancelled, not passed."],
    });
  });
});

it("there is one count of a pipeline's steps, wherever it is shown, whatever was redone", () => {
  const answers = ["improve", "feedback", "recheck", "revise:DRAFT-002", "resume"];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...answers), { maxLength: 4 }), fc.nat(9), (said, n) => {
      const room = new PipelineDriver();
      room.begin("full-lifecycle");
      for (const answer of said) {
        room.work();
        const asked = Object.values(room.view.decisions).at(0);
        const option = asked?.options.find(({ id }) => id.startsWith(answer));
        if (option) room.choose(option.id, "More.");
      }
      room.work(() => 0, n);
      if (room.view.sessions.live.length === 0) return;
      const { session, view, now } = room;
      const { done, all } = stepsDone(session);
      const [card] = pipelineCards(view, now);
      expect([card?.done, card?.total]).toEqual([done, all]);
      const timeline = timelineOf({
        title: "",
        from: 0,
        to: null,
        now,
        session,
        team: view.team,
        tasks: [],
        told: [],
        asked: [],
        blocked: [],
        ahead: [],
        cut: 0,
      });
      expect([timeline.done, timeline.all]).toEqual([done, all]);
      const rows = stepRows(view, session).filter((one) => !one.isCheckpoint);
      const counted = rows.filter(({ kind }) => kind !== "replaced");
      expect(counted).toHaveLength(all);
      expect(counted.filter(({ kind }) => kind === "done")).toHaveLength(done);
    }),
    { numRuns: shareOf(40) },
  );
});
