import { describe, expect, it } from "vitest";
import { corpus } from "./corpus.fixture.ts";
import { parseReply } from "./parse.ts";
import { REPAIR_KINDS } from "./repair.ts";
import { REPLY_TYPES, replyShapes } from "./shapes.ts";

describe("replies as agents write them", () => {
  it.each(corpus)("$wanted: $name", ({ wanted, reply, value, repairs, refusal, says }) => {
    const parsed = parseReply(reply, wanted);
    if (refusal === undefined) {
      if (!parsed.ok) throw new Error(parsed.refusal.message);
      expect(parsed.value).toEqual(value);
      expect(parsed.repairs.map(({ kind }) => kind)).toEqual(repairs);
      expect(replyShapes[wanted].parse(parsed.value)).toEqual(parsed.value);
    } else {
      if (parsed.ok) throw new Error(`was read as ${JSON.stringify(parsed.value)}`);
      expect(parsed.refusal.code).toBe(refusal);
      for (const words of says ?? []) expect(parsed.refusal.message).toContain(words);
    }
  });

  it("has more than a hundred, of every type", () => {
    expect(corpus.length).toBeGreaterThan(100);
    expect(new Set(corpus.map(({ wanted }) => wanted))).toEqual(new Set(REPLY_TYPES));
  });

  it("makes every kind of repair, but for the one that stands for many", () => {
    const made = new Set(corpus.flatMap(({ repairs }) => repairs ?? []));
    expect(REPAIR_KINDS.filter((kind) => !made.has(kind))).toEqual(["further"]);
  });

  it("gives each name once per type", () => {
    const names = corpus.map(({ wanted, name }) => `${wanted}: ${name}`);
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
  });

  it("says each repair in a sentence", () => {
    for (const { wanted, reply } of corpus) {
      const parsed = parseReply(reply, wanted);
      for (const { message } of parsed.ok ? parsed.repairs : []) expect(message).toMatch(/^\S.{4,200}\.$/);
    }
  });
});
