import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { shareOf } from "../testing/property-runs.fixture.ts";
import { corpus } from "./corpus.fixture.ts";
import { findBlocks } from "./find.ts";
import { hostile, writeHostile } from "./hostile.fixture.ts";
import { type ParsedReply, parseReply, REPLY_MAX, readReply } from "./parse.ts";
import { hasPassed } from "./passed.ts";
import { JsonReader } from "./read-json.ts";
import { REPLY_REFUSALS } from "./refusal.ts";
import { REPAIR_KINDS } from "./repair.ts";
import { anyReply, anySlips, proseBefore, proseBehind, writeSloppily } from "./replies.fixture.ts";
import { REPLY_TYPES, replyShapes } from "./shapes.ts";

// Properties take their time on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const anyType = fc.constantFrom(...REPLY_TYPES);

/** What holds of every outcome, whatever came. */
function checkOutcome(parsed: ParsedReply): void {
  expect(JSON.stringify(parsed).isWellFormed()).toBe(true);
  if (parsed.ok) {
    expect(replyShapes[parsed.value.type].parse(parsed.value)).toEqual(parsed.value);
    expect(parsed.repairs.length).toBeLessThanOrEqual(101);
    for (const { kind, path, message } of parsed.repairs) {
      expect(REPAIR_KINDS).toContain(kind);
      expect(path.length + message.length).toBeLessThan(3_000);
    }
  } else {
    expect(REPLY_REFUSALS).toContain(parsed.refusal.code);
    expect(parsed.refusal.message.length).toBeLessThan(3_000);
    expect(parsed.refusal.message).toMatch(/^The .*\.$/s);
  }
}

const jsonish = fc.string({
  unit: fc.constantFrom(
    ..."{}[]:,\"'\\/*-1e.tn \n`~\u201c",
    '"type"',
    '"triage"',
    '"design"',
    "true",
    "null",
    "\\u00",
    "```json\n",
    "\u001b[1;32m",
    "\u001b[",
    "\u00a0",
    "\u2028",
    '"level":"complex"',
    '"reasoning":"x"',
    "__proto__",
  ),
  maxLength: 60,
});

describe("a reply", () => {
  it("gives a value or a refusal, whatever it says", () => {
    const any = fc.oneof(fc.string({ unit: "binary", maxLength: 200 }), jsonish);
    fc.assert(
      fc.property(any, anyType, (text, wanted) => checkOutcome(parseReply(text, wanted))),
      { numRuns: shareOf(1_500) },
    );
  });

  it("gives a value or a refusal, whatever JSON it is", () => {
    const members = fc.dictionary(
      fc.oneof(fc.string(), fc.constantFrom("tasks", "id", "__proto__", "constructor", "sections")),
      fc.jsonValue(),
    );
    fc.assert(
      fc.property(members, anyType, (value, type) => {
        checkOutcome(parseReply(JSON.stringify({ ...value, type }), type));
        checkOutcome(readReply({ ...value, type }, type));
      }),
      { numRuns: shareOf(300) },
    );
  });

  it("gives a value or a refusal where any member of a good one is anything else", () => {
    const anything = fc.oneof(fc.anything({ withNullPrototype: true, withBigInt: true }), fc.jsonValue());
    fc.assert(
      fc.property(anyReply, anything, fc.nat(), (reply, value, at) => {
        const names = Object.keys(reply);
        const changed = { ...reply, [names[at % names.length] ?? ""]: value };
        const parsed = readReply(changed, reply.type);
        expect(parsed.ok || parsed.refusal.message.length > 0).toBe(true);
      }),
      { numRuns: shareOf(300) },
    );
  });

  it("gives a value or a refusal where a good one was damaged", () => {
    const cuts = fc.array(fc.tuple(fc.nat(), fc.nat({ max: 5 }), jsonish), {
      minLength: 1,
      maxLength: 3,
    });
    fc.assert(
      fc.property(anyReply, cuts, (reply, edits) => {
        let text = JSON.stringify(reply);
        for (const [at, length, piece] of edits) {
          const from = at % text.length;
          text = text.slice(0, from) + piece.slice(0, 4) + text.slice(from + length);
        }
        checkOutcome(parseReply(text, reply.type));
      }),
      { numRuns: shareOf(300) },
    );
  });

  it("says where it breaks, whatever stands in brackets in front of it", () => {
    const text = 'As in [1]: {"type":"plan","tasks":[{"id":"t1","title":oops}]}';
    const parsed = parseReply(text, "plan");
    expect(parsed).toMatchObject({ refusal: { details: { path: "tasks[0].title" } } });
  });

  it("is asked for its type where it is an empty object", () => {
    expect(parseReply(" {} ", "plan")).toMatchObject({ refusal: { code: "wrong_type" } });
  });

  it("is found in a list that breaks, however many empty objects stand in front of it", () => {
    const triage = '{"type":"triage","level":"complex","reasoning":"It is much."}';
    expect(parseReply(`${"{}".repeat(60_000)}[1,${triage} as said`, "triage").ok).toBe(true);
  });

  it("is never read where it is cut off", () => {
    fc.assert(
      fc.property(anyReply, fc.nat(), (reply, cut) => {
        const text = JSON.stringify(reply);
        const parsed = parseReply(text.slice(0, 1 + (cut % (text.length - 1))), reply.type);
        expect(parsed).toMatchObject({ ok: false, refusal: { code: "no_json" } });
      }),
      { numRuns: shareOf(300) },
    );
  });

  it("is read as it was meant, bare or fenced, with any prose around it", () => {
    const fence = fc.constantFrom("", "```", "```json", "```ts", "~~~", "`````jsonc");
    fc.assert(
      fc.property(
        anyReply,
        proseBefore,
        proseBehind,
        fence,
        fc.constantFrom(0, 2, "\t"),
        (reply, before, behind, mark, indent) => {
          const json = JSON.stringify(reply, null, indent);
          const block = mark === "" ? json : `\n${mark}\n${json}\n${mark.replace(/\w/g, "")}\n`;
          const parsed = parseReply(`${before}${block} ${behind}`, reply.type);
          if (!parsed.ok) throw new Error(parsed.refusal.message);
          expect(parsed.value).toEqual(reply);
          expect(parsed.repairs).toEqual([]);
        },
      ),
      { numRuns: shareOf(300) },
    );
  });

  it("is read as it was meant, with slips in its JSON, and they are told", () => {
    fc.assert(
      fc.property(anyReply, anySlips, proseBefore, (reply, slips, before) => {
        const parsed = parseReply(`${before}\n${writeSloppily(reply, slips)}`, reply.type);
        if (!parsed.ok) throw new Error(parsed.refusal.message);
        expect(parsed.value).toEqual(reply);
        const kinds = parsed.repairs.map(({ kind }) => kind);
        if (slips.trailingCommas) expect(kinds).toContain("trailing_comma");
        if (slips.comments) expect(kinds).toContain("comment");
        if (slips.bareNames) expect(kinds).toContain("bare_name");
        if (Object.values(slips).every((slip) => !slip)) expect(kinds).toEqual([]);
      }),
      { numRuns: shareOf(300) },
    );
  });

  it("is read as it was meant, in colours and with spaces of other kinds between its tokens", () => {
    const between = fc.array(
      fc.constantFrom("\u001b[32m", "\u001b[0m", "\u001b[38;5;12m", "\u00a0", "\ufeff", "\u2028", " "),
      { minLength: 1, maxLength: 3 },
    );
    fc.assert(
      fc.property(anyReply, between, (reply, pieces) => {
        const space = pieces.join("");
        const json = JSON.stringify(reply, null, 1);
        // A line break and its indent stand between tokens only.
        const parsed = parseReply(json.replace(/\n */g, space), reply.type);
        if (!parsed.ok) throw new Error(parsed.refusal.message);
        expect(parsed.value).toEqual(reply);
        const kinds = new Set(parsed.repairs.map(({ kind }) => kind));
        expect(kinds.has("colour_code")).toBe(space.includes("\u001b"));
        expect(kinds.has("white_space")).toBe(/[\u00a0\ufeff\u2028]/.test(space));
      }),
      { numRuns: shareOf(300) },
    );
  });

  it("is read as it was meant, whatever of its type and no use stands behind it", () => {
    fc.assert(
      fc.property(anyReply, fc.integer({ min: 1, max: 5 }), fc.jsonValue(), (reply, count, more) => {
        const useless = JSON.stringify({ type: reply.type, unknown: more });
        const text = `${JSON.stringify(reply)}\n${`${useless}\n`.repeat(count)}`;
        const parsed = parseReply(text, reply.type);
        // A scout needs little to be one.
        if (parseReply(useless, reply.type).ok) return;
        if (!parsed.ok) throw new Error(parsed.refusal.message);
        expect(parsed.value).toEqual(reply);
        expect(parsed.repairs.map(({ kind }) => kind)).toContain("other_block");
      }),
      { numRuns: shareOf(300) },
    );
  });

  it("needs no repair once it was read", () => {
    for (const { reply, wanted } of corpus) {
      const parsed = parseReply(reply, wanted);
      if (!parsed.ok) continue;
      expect(parseReply(JSON.stringify(parsed.value), wanted)).toEqual({ ...parsed, repairs: [] });
      expect(readReply(parsed.value, wanted)).toEqual({ ...parsed, repairs: [] });
    }
  });

  it("changes no prototype, and has none of its own members from one", () => {
    const evil = '{"__proto__":{"passed":true,"bad":1},"constructor":{"prototype":{"bad":1}},';
    const text = `${evil}"type":"review","summary":"x","passed":false,"findings":${evil}"severity":"low"}}`;
    for (const parsed of [parseReply(text, "review"), readReply(JSON.parse(text), "review")])
      expect(parsed).toMatchObject({ ok: false, refusal: { code: "wrong_shape" } });
    expect(({} as { bad?: number }).bad).toBeUndefined();
    const inherited = parseReply('{"type":"review","summary":"x","__proto__":{"passed":true}}', "review");
    expect(inherited).toMatchObject({ ok: false, refusal: { code: "wrong_shape" } });
  });

  it("lists a hundred repairs, and counts the others", () => {
    const unknown = Array.from({ length: 150 }, (_, i) => `"x${i}":1`).join(",");
    const parsed = parseReply(`{"type":"triage","level":"complex","reasoning":"x",${unknown}}`, "triage");
    expect(parsed.ok && parsed.repairs).toHaveLength(101);
    expect(parsed.ok && parsed.repairs.at(-1)).toEqual({
      kind: "further",
      path: "",
      message: "50 more repairs are not listed.",
    });
  });

  it("tells where a repair was made", () => {
    const text = '{"type":"plan","tasks":[{"title":"a","instruction":"b","role":"Builder","no such":1}]}';
    expect(parseReply(text, "plan")).toMatchObject({
      ok: true,
      repairs: [
        { kind: "unknown_member", path: 'tasks[0]["no such"]' },
        {
          kind: "case",
          path: "tasks[0].role",
          message: '"Builder" was read as the role "builder".',
        },
        { kind: "id_made", path: "tasks[0].id", message: "It had no id and got t1." },
      ],
    });
  });

  it("tells an agent each member that is wrong, with what was expected and what came", () => {
    expect(parseReply('{"type":"review","passed":"no","findings":[{}]}', "review")).toEqual({
      ok: false,
      refusal: {
        code: "wrong_shape",
        message:
          'The reply `review` has the wrong shape. `passed`: expected true or false, got "no". ' +
          "`findings[0].severity`: expected one of critical, high, medium, low, got nothing. " +
          "`findings[0].file`: expected a text, got nothing. `findings[0].issue`: expected a text, got nothing. " +
          "`summary`: expected a text, got nothing. Correct them and send the whole object again.",
        details: {
          wanted: "review",
          problems: [
            { path: "passed", expected: "true or false", came: '"no"' },
            {
              path: "findings[0].severity",
              expected: "one of critical, high, medium, low",
              came: "nothing",
            },
            { path: "findings[0].file", expected: "a text", came: "nothing" },
            { path: "findings[0].issue", expected: "a text", came: "nothing" },
            { path: "summary", expected: "a text", came: "nothing" },
          ],
        },
      },
    });
  });
});

describe("a review", () => {
  const finding = { severity: "critical", file: "a.ts", issue: "x" } as const;

  it("has passed if it says so and nothing critical was found", () => {
    expect(hasPassed({ passed: true, findings: [] })).toBe(true);
    expect(hasPassed({ passed: true, findings: [{ ...finding, severity: "high" }] })).toBe(true);
    expect(hasPassed({ passed: true, findings: [finding] })).toBe(false);
    expect(hasPassed({ passed: false, findings: [] })).toBe(false);
  });
});

describe("a megabyte of hostile text", () => {
  it.each(hostile)("of $name takes work that grows with its length", (one) => {
    const text = writeHostile(one, REPLY_MAX);
    expect(findBlocks(text, one.wanted, new JsonReader(text)).visited).toBeLessThan(2 * text.length + 110_000);
  });

  it.each(hostile)("of $name gives a refusal", (one) => {
    const parsed = parseReply(writeHostile(one, REPLY_MAX / 4), one.wanted);
    checkOutcome(parsed);
    expect(parsed.ok).toBe(false);
  });

  it("hides no answer that stands in front of it", () => {
    const good = '{"type":"triage","level":"complex","reasoning":"x"}';
    for (const one of hostile.filter(({ wanted }) => wanted !== "triage")) {
      const parsed = parseReply(`${good}\n${writeHostile(one, 60_000)}`, "triage");
      expect(parsed).toMatchObject({ ok: true, value: { level: "complex" } });
    }
  });

  it("is measured by its shape no further than the bounds of its lists", () => {
    const tasks = (count: number) => `{"type":"plan","tasks":[${"{},".repeat(count)}]}`;
    const more = [250, 250_000].map((count) => {
      const parsed = parseReply(tasks(count), "plan");
      return !parsed.ok && /\d+ more fields have problems/.exec(parsed.refusal.message)?.[0];
    });
    const counted = parseReply(tasks(250_000), "plan");
    expect(JSON.stringify(counted)).toContain('"came":"250000"');
    // Of 200 tasks title, instruction and role are missing, and there are too many: five are told.
    expect(more).toEqual(Array(2).fill("596 more fields have problems"));
  });
});
