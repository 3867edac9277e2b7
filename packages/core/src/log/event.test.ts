import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { BUDGET_FACTS } from "../budget/events.ts";
import { FACTS } from "../fact/facts.ts";
import type { EventsOf, FactsOf } from "../kernel/event.ts";
import { shapeOf } from "./shape.fixture.ts";

const core = join(import.meta.dirname, "..");
const files = readdirSync(core, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts"))
  .map((file) => join(core, file))
  .filter(
    (file) => /\/(events|kernel\/event)\.ts$/.test(file) || readFileSync(file, "utf8").includes('/question.ts" {\n'),
  );
const shape = shapeOf(files, ["EventData", "RoomEvent", "Actor", "Acts", "Questions"]);
const versions = Object.entries(FACTS).map(([type, { v = 1 }]) => `${type} ${v}`);
const hash = createHash("sha256")
  .update([shape, ...versions.sort()].join("\n"))
  .digest("hex")
  .slice(0, 16);

describe("the event union", () => {
  it("has its hash in the newest line of history.md: whoever changes it raises a version and says what changed", () => {
    const history = readFileSync(join(import.meta.dirname, "history.md"), "utf8");
    const lines = [...history.matchAll(/^\| `([0-9a-f]{16})` \|/gm)].map((line) => line[1]);
    expect(lines.at(-1)).toBe(hash);
    expect(new Set(lines).size).toBe(lines.length);
  });

  it("reaches the shapes that events carry, wherever they are declared", () => {
    for (const name of ["Task", "Lease", "Progress", "TaskResult", "Message", "Team", "Variant", "Pass", "INTENTS"]) {
      expect(shape).toMatch(new RegExp(`(interface|type|const) ${name}\\b`));
    }
  });

  it("names facts in dotted past tense", () => {
    for (const type of Object.keys(FACTS)) expect(type).toMatch(/^[a-z]+\.[a-z]+(_[a-z]+)*$/);
  });

  it("has no event that its family forgets: one of which nothing says what it means does not compile", () => {
    type More = EventsOf<"budget"> & { "budget.lent": { sessionId: number } };
    // @ts-expect-error: nothing says what it means, and does to the room
    const facts: FactsOf<More> = BUDGET_FACTS;
    expect(Object.keys(facts)).not.toContain("budget.lent");
  });
});
