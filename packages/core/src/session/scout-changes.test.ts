import { describe, expect, it } from "vitest";
import type { ScoutReply } from "../reply/shapes.ts";
import { scoutChanges } from "./scout-changes.ts";

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
    const { added } = changes({ top5: ["It leaks."], notes: "It leaks" });
    expect(added).toEqual(["It leaks"]);
  });

  it("is about a batch that it names: by its title, its number, or a file that it is to change", () => {
    const byTitle = "The CONFLICT RULES can use the entries as they are.";
    expect(changes({ top5: [byTitle] }).about).toEqual([[byTitle], []]);
    expect(changes({ top5: ["Batch 3 has less to do."] }).about).toEqual([
      [],
      ["Batch 3 has less to do."],
    ]);
    const files = [{ path: "src/merge.ts", why: "is gone" }];
    expect(changes({ files }).about).toEqual([["src/merge.ts: is gone"], []]);
  });

  it("is about none where only part of a word, an old line or a common name is the same", () => {
    expect(changes({ top5: ["Batch 30 is far away.", "Conflict rulesets differ."] }).about).toEqual(
      [[], []],
    );
    const old = { top5: ["Conflict rules differ."] };
    expect(scoutChanges(aScout(old), aScout(old), BATCHES, 2).about).toEqual([[], []]);
    const short = [{ title: "API", description: "" }];
    const more = aScout({ top5: ["The API has two versions."] });
    expect(scoutChanges(aScout(), more, short, 2).about).toEqual([[]]);
  });
});
