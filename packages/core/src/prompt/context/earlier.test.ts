import { expect, it } from "vitest";
import { roleName, taskId } from "../../kernel/ids.ts";
import { anEarlier, aResult, aTask, T0 } from "../../testing/builders.fixture.ts";
import { whole } from "./budget.ts";
import { earlierBlocks, latestOf } from "./earlier.ts";

const limits = { allowed: ["src/**"], forbidden: ["src/secret/**"] };
const asked = "Limit sign-ins. Keep the API stable.";
const built = "A limiter stands in front of the route.";

/** The user's message, the planner's task out of it, its work, and what the reviewer was told of it. */
const chain = [
  anEarlier({
    id: taskId("REVIEW-001"),
    role: roleName("reviewer"),
    isMessage: false,
    by: "Rex",
    title: built,
    instruction: built,
    intent: "work",
    fromTaskId: taskId("DEV-001"),
    result: aResult({ summary: "Entries are never removed." }),
  }),
  anEarlier({ result: aResult({ summary: asked }) }),
  anEarlier({
    id: taskId("DEV-001"),
    role: roleName("builder"),
    isMessage: false,
    by: "Bo",
    title: "The limiter",
    instruction: asked,
    intent: "work",
    boundaries: limits,
    result: aResult({ summary: built, warnings: ["Proxies hide addresses."], artifacts: [] }),
  }),
];

it("lists what a task was to meet where it says what it asked for, and once along a chain", () => {
  const met = [{ criterion: "tests pass", met: true }];
  const work = anEarlier({
    id: taskId("DEV-001"),
    role: roleName("builder"),
    isMessage: false,
    by: "Bo",
    instruction: "Limit it.",
    successCriteria: ["tests pass"],
    result: aResult({ summary: built, criteria: met }),
  });
  const before = { ...work, id: taskId("DEV-000"), instruction: "Begin.", result: null };
  const text = whole(earlierBlocks([work, before], aTask({ instruction: "Look." }), []));
  const [asked = "", came = ""] = text.split("## Result of DEV-001");
  expect(asked).toMatch(/## What DEV-001 asked for[^#]+Success criterion 1: tests pass/);
  expect(came).toContain("Criterion met: tests pass");
  expect(text.match(/Success criterion 1/g)).toHaveLength(1);
});

it("says each text once, and where it was asked rather than where it was handed over", () => {
  const own = aTask({
    instruction: "Entries are never removed.",
    boundaries: limits,
    createdAt: T0,
  });
  const text = whole(earlierBlocks(chain, own, []));
  for (const once of [asked, built, "Proxies hide addresses."]) expect(text.split(once)).toHaveLength(2);
  expect(text).toMatch(/## What DEV-001 asked for\n\nThe limiter\. From [^\n]+\n\n```text\nLimit/);
  // Its own limits stand in front of it, and a title that is the text itself says nothing.
  expect(text).not.toContain("src/secret");
  expect(text).not.toContain("Entries are never removed.");
});

it("is without what a revision stands in the place of", () => {
  const ids = ["DRAFT-002", "DRAFT-002-R1", "DRAFT-001", "DRAFT-003-R1", "DRAFT-002-R2"];
  const latest = latestOf(ids.map((id) => anEarlier({ id: taskId(id) })));
  expect(latest.map(({ id }) => id)).toEqual(["DRAFT-001", "DRAFT-003-R1", "DRAFT-002-R2"]);
  // The revisions between them are no forebears of the task.
  const apart = latestOf(["QUALITY-001-R3", "QUALITY-001"].map((id) => anEarlier({ id: taskId(id) })));
  expect(apart.map(({ id }) => id)).toEqual(["QUALITY-001-R3"]);
});

it("keeps what a version decided that was done again, once and beside the newest, without its summary", () => {
  const version = (id: string, summary: string, keyDecisions: string[]) =>
    anEarlier({
      id: taskId(id),
      isMessage: false,
      title: "Research",
      instruction: "Find out.",
      result: aResult({ summary, keyDecisions }),
    });
  const all = [
    version("RESEARCH-001", "First look.", ["Cents are integers.", "One store."]),
    version("RESEARCH-001-R1", "Second look.", ["Only managers refund.", "One store."]),
    version("RESEARCH-001-R2", "Third look.", ["Only managers refund."]),
  ];
  const text = whole(earlierBlocks(all, aTask({ instruction: "Write." }), []));
  const [, result = ""] = text.split("## Result of RESEARCH-001-R2");
  expect(result).toContain("Decided: Only managers refund.");
  expect(result).toMatch(/- Decided in RESEARCH-001-R1: One store\.\n- Decided in RESEARCH-001: Cents are integers\./);
  for (const once of ["Only managers refund.", "One store.", "Cents are integers."])
    expect(text.split(once)).toHaveLength(2);
  expect(text).toContain("Third look.");
  expect(text).not.toMatch(/First look|Second look/);

  const many = version(
    "RESEARCH-001",
    "First look.",
    Array.from({ length: 60 }, (_, i) => `Limit ${i} holds for all that follows.`),
  );
  const of = (isWhole: boolean) =>
    whole(earlierBlocks([...all.slice(2), many], aTask({ instruction: "Write." }), [], isWhole));
  expect(of(true)).toContain("Limit 59");
  expect(of(false)).toMatch(/Left out: \d+ decisions\. `squadroom task show RESEARCH-001` prints/);
});
