import { expect, it } from "vitest";
import type { AgentCaller } from "../kernel/actor.ts";
import { anId } from "../testing/builders.fixture.ts";
import { REPLIES } from "../testing/replies.fixture.ts";
import { SessionDriver } from "../testing/session-driver.fixture.ts";
import { allowedHandoffs } from "./deliver.ts";
import { deliveryText } from "./delivery.ts";

const keys = { handoff: anId(901), done: anId(902), fail: anId(903) };

function approved(): SessionDriver {
  const room = new SessionDriver();
  room.toPlan();
  room.choose("plan", "approve");
  return room;
}

/** What the agent reads when it takes its next task. */
function delivered(room: SessionDriver, by: AgentCaller): string {
  const task = room.claim(by);
  const agent = room.view.agents[by.id];
  if (!agent) throw new Error(`${by.name} has not joined`);
  return deliveryText({
    room: room.room,
    task,
    agent,
    handoffs: allowedHandoffs(room.room, task, agent),
    origin: null,
    messages: [],
    recent: [],
    keys,
    now: room.now,
  });
}

function submit(room: SessionDriver): void {
  const { id, lease } = room.claim(room.builder);
  const diff = {
    id: anId(700),
    name: "changes.diff",
    type: "text/x-diff",
    size: 1_200,
    sha256: "",
  };
  const artifacts = [{ path: "src/store.ts", status: "modified" as const, lines: 40 }];
  const result = { summary: "One store, with a queue in front.", artifacts, diff };
  const done = { by: room.builder, taskId: id, fence: lease.fence, result, next: false };
  room.run({ type: "complete", ...done });
}

const FOUND = {
  passed: false,
  findings: [{ severity: "high", file: "src/store.ts", line: 12, issue: "It loses writes." }],
  mustFix: ["Keep the writes."],
  summary: "Not yet.",
};

it("tells a reviewer what was asked, what was done, and how to answer", async () => {
  const room = approved();
  submit(room);
  const text = delivered(room, room.reviewer);
  await expect(text).toMatchFileSnapshot("snapshots/review-first-round.md");
});

it("tells the author what was found, and the reviewer what to look at again", async () => {
  const room = approved();
  submit(room);
  room.judge(FOUND);
  const text = delivered(room, room.builder);
  await expect(text).toMatchFileSnapshot("snapshots/review-returned.md");
  submit(room);
  const again = delivered(room, room.reviewer);
  expect(again).toContain("What round 1 found");
  expect(again).toContain("high, src/store.ts:12: It loses writes.");
});

it("says a person's word to the author once, and why a reply could not be used", () => {
  const room = approved();
  for (let round = 0; round < 3; round++) {
    submit(room);
    room.judge(FOUND);
  }
  room.choose("review_failed", "retry", { note: "Use a queue of its own." });
  expect(delivered(room, room.builder).match(/Use a queue of its own\./g)).toHaveLength(1);
  submit(room);
  room.run(room.completion("Fine.", room.reviewer));
  const again = delivered(room, room.reviewer);
  expect(again).toContain("Your last reply could not be used");
  expect(again).toContain("said when granting another round");
  expect(again.match(/Use a queue of its own\./g)).toHaveLength(1);
});

it("lists what a task was to meet as it was asked, apart from what its author says of it", () => {
  const room = new SessionDriver();
  room.toDesign();
  for (let i = 0; i < 3; i++) room.choose("design_section", "approve");
  const [task] = REPLIES.plan.tasks;
  room.present("plan", { tasks: [{ ...task, successCriteria: ["no write is lost"] }] });
  room.choose("plan", "approve");
  const { id, lease } = room.claim(room.builder);
  const criteria = [{ criterion: "no write is lost", met: true, note: "by a queue" }];
  const result = { summary: "done", criteria };
  room.run({
    type: "complete",
    by: room.builder,
    taskId: id,
    fence: lease.fence,
    result,
    next: false,
  });
  const [asked = "", said = ""] = delivered(room, room.reviewer).split("## What Bo did");
  expect(asked.split("## What DEV-001 asked for")[1]).toContain("Success criterion 1: no write is lost");
  expect(said).toContain("Criterion met: no write is lost; note: by a queue");
});
