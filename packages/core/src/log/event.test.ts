import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { EVENT_VERSIONS } from "./event.ts";
import { shapeOf } from "./shape.fixture.ts";

const shape = shapeOf(join(import.meta.dirname, "event.ts"), [
  "EventData",
  "RoomEvent",
  "Actor",
  "EVENT_VERSIONS",
]);
const hash = createHash("sha256").update(shape).digest("hex").slice(0, 16);

describe("the event union", () => {
  it("has its hash in the newest line of history.md: whoever changes it raises a version and says what changed", () => {
    const history = readFileSync(join(import.meta.dirname, "history.md"), "utf8");
    const lines = [...history.matchAll(/^\| `([0-9a-f]{16})` \|/gm)].map((line) => line[1]);
    expect(lines.at(-1)).toBe(hash);
    expect(new Set(lines).size).toBe(lines.length);
  });

  it("reaches the shapes that events carry, wherever they are declared", () => {
    for (const name of [
      "Task",
      "Lease",
      "Progress",
      "TaskResult",
      "Message",
      "Team",
      "Variant",
      "Pass",
      "INTENTS",
    ]) {
      expect(shape).toMatch(new RegExp(`(interface|type|const) ${name}\\b`));
    }
  });

  it("names facts in dotted past tense", () => {
    for (const type of Object.keys(EVENT_VERSIONS))
      expect(type).toMatch(/^[a-z]+\.[a-z]+(_[a-z]+)*$/);
  });
});
