import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ScoutReply } from "../../reply/shapes.ts";
import { scoutChanges } from "./changes.ts";

const aScout = (more: Partial<ScoutReply> = {}): ScoutReply => ({
  type: "scout",
  angle: "drafts",
  keywords: [],
  files: [{ path: "src/store.ts", why: "writes whole files" }],
  patterns: [],
  top5: ["The store writes whole files."],
  notes: "No test loses the connection. It is slow.",
  ...more,
});
const BATCHES = [
  { title: "Conflict rules", description: "As src/merge.ts has them." },
  { title: "Lost connection", description: "Cut cables." },
];
const changes = (more: Partial<ScoutReply>) => scoutChanges(aScout(), aScout(more), BATCHES, 2);

describe("what a scout that looked again says anew", () => {
  it("is nothing where it says the same, in other cases, spaces and full stops", () => {
    expect(changes({ top5: ["the store  writes whole files"] })).toEqual({
      added: [],
      same: ["the store  writes whole files"],
      gone: [],
      about: [[], []],
    });
  });

  it("is each line that the one before had not, and what is said no more", () => {
    const { added, gone } = changes({
      top5: ["Entries are never changed."],
      notes: "It is slow.\n- It leaks.",
      files: [{ path: "src/entry.ts" }],
    });
    expect(added).toEqual(["Entries are never changed.", "It leaks.", "src/entry.ts"]);
    expect(gone).toEqual([
      "The store writes whole files.",
      "No test loses the connection.",
      "src/store.ts: writes whole files",
    ]);
  });

  it("says a line once that it found twice", () => {
    const { added, same } = changes({ top5: ["It leaks.", "it leaks"], notes: "It leaks" });
    expect(added).toEqual(["It leaks."]);
    expect(same).toEqual([]);
    const twice = { files: [{ path: "src/merge.ts" }], patterns: ["src/merge.ts"] };
    expect(changes(twice).about).toEqual([["src/merge.ts"], []]);
  });

  it("is about a batch that it names: by its title, its number, or a file that it is to change", () => {
    const byTitle = "The CONFLICT RULES can use the entries as they are.";
    expect(changes({ top5: [byTitle] }).about).toEqual([[byTitle], []]);
    expect(changes({ top5: ["Batch 3 has less to do."] }).about).toEqual([[], ["Batch 3 has less to do."]]);
    const files = [{ path: "src/merge.ts", why: "is gone" }];
    expect(changes({ files }).about).toEqual([["src/merge.ts: is gone"], []]);
  });

  it("is about none where only part of a word, an old line or a common name is the same", () => {
    expect(changes({ top5: ["Batch 30 is far away.", "Conflict rulesets differ."] }).about).toEqual([[], []]);
    const old = { top5: ["Conflict rules differ."] };
    expect(scoutChanges(aScout(old), aScout(old), BATCHES, 2).about).toEqual([[], []]);
    const short = [{ title: "API", description: "" }];
    const more = aScout({ top5: ["The API has two versions."] });
    expect(scoutChanges(aScout(), more, short, 2).about).toEqual([[]]);
  });
});

/** Few words, so that two scouts often say the same in another way, or about the same batch. */
const WORDS = ["the store", "leaks", "Batch 3", "conflict rules", "src/merge.ts", "API"];
const END = fc.constantFrom("", ".", "!", " ");
const line = fc
  .tuple(fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 3 }), END)
  .map(([words, end]) => `${words.join(" ")}${end}`);
const lines = fc.array(line, { maxLength: 4 });
const scout: fc.Arbitrary<ScoutReply> = fc
  .record({
    top5: lines,
    patterns: lines,
    notes: lines.map((all) => all.join("\n")),
    files: fc.array(
      fc.record({ path: fc.constantFrom("src/merge.ts", "src/store.ts"), why: line }, { requiredKeys: ["path"] }),
      { maxLength: 3 },
    ),
  })
  .map((more) => aScout(more));

/** The same line, whatever its case, its spaces and its end. */
const sameLine = (text: string) =>
  text
    .toLowerCase()
    .replace(/\s+/g, " ")
    .replace(/[.!]+$/, "")
    .trim();

describe("what changed between any two scouts", () => {
  it("is nothing between one and itself, said louder", () => {
    fc.assert(
      fc.property(scout, (one) => {
        const louder = aScout({
          ...one,
          top5: one.top5.map((text) => `${text.toUpperCase()}!`),
          patterns: one.patterns.map((text) => ` ${text}`),
        });
        const none = { added: [], gone: [], about: [[], []] };
        expect(scoutChanges(one, one, BATCHES, 2)).toMatchObject(none);
        expect(scoutChanges(one, louder, BATCHES, 2)).toMatchObject(none);
      }),
    );
  });

  it("names each difference once, on one side, and what is new one way round is gone the other", () => {
    fc.assert(
      fc.property(scout, scout, (before, after) => {
        const { added, same, gone } = scoutChanges(before, after, BATCHES, 2);
        const marks = [...added, ...same, ...gone].map(sameLine);
        expect(new Set(marks).size).toBe(marks.length);
        // What matters most is shown, as new or as said before.
        expect(marks).toEqual(expect.arrayContaining(after.top5.map(sameLine)));
        const back = scoutChanges(after, before, BATCHES, 2);
        expect(back.added).toEqual(gone);
        expect(back.gone).toEqual(added);
      }),
    );
  });

  it("leaves out no line: against a scout that said nothing, all of it is new", () => {
    const silent = aScout({ top5: [], patterns: [], notes: "", files: [] });
    fc.assert(
      fc.property(scout, scout, (before, after) => {
        const all = scoutChanges(silent, after, [], 2).added.map(sameLine);
        const said = [
          ...after.top5,
          ...after.patterns,
          ...(after.notes ?? "").split("\n"),
          ...after.files.map(({ path, why }) => (why ? `${path}: ${why}` : path)),
        ].map(sameLine);
        expect(new Set(all)).toEqual(new Set(said.filter((text) => text !== "")));
        // What is not new was there, and what was there is still there or gone.
        const { added, gone } = scoutChanges(before, after, [], 2);
        const was = scoutChanges(silent, before, [], 2).added.map(sameLine);
        const kept = was.filter((text) => !gone.map(sameLine).includes(text));
        expect(new Set([...kept, ...added.map(sameLine)])).toEqual(new Set(all));
      }),
    );
  });

  it("puts at a batch nothing but what is new, in its order, whatever other batches there are", () => {
    fc.assert(
      fc.property(scout, scout, fc.shuffledSubarray(WORDS), (before, after, titles) => {
        const batches = titles.map((title) => ({ title, description: "As src/merge.ts has it." }));
        const { added, about } = scoutChanges(before, after, batches, 2);
        expect(about).toHaveLength(batches.length);
        for (const [i, news] of about.entries()) {
          expect(news).toEqual(added.filter((text) => news.includes(text)));
          const [batch] = batches.slice(i, i + 1);
          if (batch) expect(scoutChanges(before, after, [batch], 2 + i).about).toEqual([news]);
        }
      }),
    );
  });
});
