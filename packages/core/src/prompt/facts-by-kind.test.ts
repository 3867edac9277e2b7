import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TASK_KINDS } from "../delivery/ends.ts";
import { DeliveryFacts } from "../delivery/facts.ts";
import { kindOf } from "../handoff/ends.ts";
import type { AgentCaller } from "../kernel/actor.ts";
import type { HeldTask } from "../task/task.ts";
import { LEAD } from "../testing/builders.fixture.ts";
import type { Driver } from "../testing/driver.fixture.ts";
import { earlierIn, workIn } from "../testing/earlier.fixture.ts";
import { play, sessionHistories } from "../testing/history.fixture.ts";
import { shareOf } from "../testing/property-runs.fixture.ts";
import { REPLIES } from "../testing/replies.fixture.ts";
import { SessionDriver } from "../testing/session-driver.fixture.ts";
import { TASK_SETUPS } from "../testing/task-kinds.fixture.ts";
import type { Said } from "./context/conversation.ts";
import { allowedHandoffs, askedAbout } from "./deliver.ts";
import { deliveryText } from "./delivery.ts";
import { factsOf } from "./facts.ts";
import { inline } from "./markdown.ts";

/** What the agent reads with this task, whole, and what a program reads. */
function read({ room, log, now }: Driver, task: HeldTask, said: readonly Said[] = []) {
  const agent = room.agents[task.lease.agentId];
  if (!agent) throw new Error("nobody holds it");
  const handoffs = allowedHandoffs(room, task, agent);
  const input = {
    room,
    task,
    agent,
    handoffs,
    said,
    origin: null,
    recent: [],
    earlier: earlierIn(log, task),
    work: workIn(log, room, task),
  };
  const keys = { handoff: "a", done: "b", fail: "c" };
  const facts = factsOf(input);
  const { title, instruction, successCriteria } = task;
  return {
    text: deliveryText({ ...input, messages: [], keys, now, isWhole: true }),
    facts,
    // The delivery's own members, beside the facts.
    all: { ...facts, title, instruction, successCriteria, asked: askedAbout(room, task) },
  };
}

function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

/** Texts of the room's log that the agent reads and that a program does not. */
function unsaid(driver: Driver, task: HeldTask, said: readonly Said[] = []): string[] {
  const { text, all } = read(driver, task, said);
  const known = stringsIn(all).join("\n");
  const words = driver.log.flatMap(({ data }) => stringsIn(data)).map((one) => one.trim());
  return [...new Set(words)].filter(
    (one) =>
      one.length > 8 &&
      /[ .!?/]/.test(one) &&
      (text.includes(one) || text.includes(inline(one))) &&
      !known.includes(one),
  );
}

function take(driver: SessionDriver, by: AgentCaller): HeldTask {
  return driver.claim(by);
}

describe("a delivery's structure says what its text says", () => {
  it.each(TASK_KINDS)("of a task of the kind %s", (kind) => {
    const driver = new SessionDriver();
    const task = take(driver, TASK_SETUPS[kind](driver));
    expect(kindOf(driver.room, task)).toBe(kind);
    expect(unsaid(driver, task)).toEqual([]);
    DeliveryFacts.parse(read(driver, task).facts);
  });

  it("at each step of a session, with its boundaries, what was found, and what was said", () => {
    const driver = new SessionDriver();
    const limits = { allowed: ["src/store/**"], forbidden: ["src/store/old.ts"] };
    driver.run({
      type: "createSession",
      by: LEAD,
      title: "One store",
      description: "Put both stores into one.",
      itemId: null,
      boundaries: limits,
      gatePreset: "gold",
      angle: "from the readers' side",
    } as never);
    const comment = { note: "Think of the archive, too." };
    const look = (by: AgentCaller) => {
      const task = take(driver, by);
      const said: Said[] = [
        {
          seq: 1,
          at: driver.now,
          role: "person",
          by: "Lea",
          kind: "comment",
          version: null,
          step: driver.session().step,
          content: "It was so before.",
        },
      ];
      expect(unsaid(driver, task, said)).toEqual([]);
      const { text, facts } = read(driver, task, said);
      expect(text).toContain("src/store/old.ts");
      expect(facts.session).toMatchObject({ title: "One store", boundaries: limits });
      if (text.includes("It was so before.")) expect(JSON.stringify(facts)).toContain("It was so before.");
      return facts;
    };
    look(driver.planner);
    driver.present("scout");
    look(driver.planner);
    driver.present("triage");
    driver.choose("triage", "agree");
    look(driver.planner);
    driver.present("questions");
    driver.choose("questions", "done", { detail: { answers: { q1: { option: "Postgres" } } } });
    driver.present("approaches");
    driver.choose("approach", "choose:a2");
    driver.present("design");
    driver.choose("design_section", "revise", comment);
    expect(look(driver.planner)).toMatchObject({
      session: { comment: { text: comment.note }, presented: { type: "design", version: 1 } },
    });
    driver.present("design");
    for (let i = 0; i < 3; i++) driver.choose("design_section", "approve");
    expect(look(driver.planner).session).toMatchObject({
      design: REPLIES.design.sections,
      approach: { id: "a2" },
      questions: [{ answer: "Postgres" }, { answer: null }, { answer: null }],
    });
    driver.present("plan");
    driver.choose("plan", "approve");
    expect(look(driver.builder).session?.checks).toHaveLength(3);
    driver.submit("wrote it");
    look(driver.reviewer);
    driver.judge({ passed: false, mustFix: ["the key of the store"] });
    look(driver.builder);
  });

  it("of attempts, and of what a person allowed beyond the limits", () => {
    const driver = new SessionDriver();
    const boundaries = { allowed: ["src/**"], forbidden: [] };
    driver.run(driver.create(LEAD, [{ role: "builder" as never, boundaries }]));
    const { id } = driver.claim(driver.builder);
    const reason = "It is only a page.";
    driver.run({ type: "allowPaths", by: LEAD, taskId: id, paths: ["docs/a.md"], reason });
    const task = driver.claim(driver.builder);
    const { text, facts } = read(driver, task);
    expect(facts.boundaries.lifted).toEqual([{ paths: ["docs/a.md"], by: LEAD.name, reason }]);
    expect(text).toContain(`- Allowed beyond that by ${LEAD.name}: \`docs/a.md\``);
    expect(text).toContain(`Attempt ${task.attempts + 1} of ${facts.attemptsMax}.`);
  });

  it("in whatever state a room is", () => {
    fc.assert(
      fc.property(sessionHistories(), (history) => {
        const driver = play(history);
        for (const task of driver.room.tasks)
          if (task.lease) expect(unsaid(driver, { ...task, lease: task.lease })).toEqual([]);
      }),
      { numRuns: shareOf(60) },
    );
  });
});
