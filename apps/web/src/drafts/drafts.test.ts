import { describe, expect, it } from "vitest";
import { AGE_MAX_MS, createDrafts, isLike, type Shelf } from "./drafts.ts";

/** A browser's storage with room for so many UTF-16 units. */
function aShelf(room = Number.POSITIVE_INFINITY): Shelf & { items: Map<string, string> } {
  const items = new Map<string, string>();
  return {
    items,
    get length() {
      return items.size;
    },
    key: (at) => [...items.keys()][at] ?? null,
    getItem: (item) => items.get(item) ?? null,
    removeItem: (item) => void items.delete(item),
    setItem: (item, raw) => {
      const others = [...items].filter(([name]) => name !== item);
      if (others.reduce((sum, [, { length }]) => sum + length, raw.length) > room)
        throw new Error("QuotaExceededError");
      items.set(item, raw);
    },
  };
}

const clock = (at = 1_000) => {
  const time = { at, now: () => time.at };
  return time;
};

describe("drafts", () => {
  it("are there again after a reload", () => {
    const shelf = aShelf();
    createDrafts(shelf, "mira", clock().now).set("message:1", { text: "half a sen" });
    expect(createDrafts(shelf, "mira", clock().now).get("message:1")).toEqual({
      text: "half a sen",
    });
  });

  it("are one person's", () => {
    const shelf = aShelf();
    createDrafts(shelf, "mira", clock().now).set("message:1", "mine");
    expect(createDrafts(shelf, "tess", clock().now).get("message:1")).toBeUndefined();
    expect(createDrafts(shelf, "mira", clock().now).get("message:1")).toBe("mine");
  });

  it("go away once the server has them, and leave what was typed since", () => {
    const drafts = createDrafts(aShelf(), "mira", clock().now);
    drafts.set("note", "Rather not");
    drafts.set("note", "Rather not, no");
    drafts.settle("note", "Rather not");
    expect(drafts.get("note")).toBe("Rather not, no");
    drafts.settle("note", "Rather not, no");
    expect(drafts.get("note")).toBeUndefined();
  });

  it("are the same in two tabs", () => {
    const shelf = aShelf();
    const [one, other] = [createDrafts(shelf, "mira", clock().now), createDrafts(shelf, "mira", clock().now)];
    let told = 0;
    other.subscribe(() => (told += 1));
    one.set("note", "here");
    other.reread("squadroom.draft.mira.note");
    expect([other.get("note"), told]).toEqual(["here", 1]);
    one.remove("note");
    other.reread(null);
    expect(other.get("note")).toBeUndefined();
  });

  it("are not touched by another item of the storage", () => {
    const drafts = createDrafts(aShelf(), "mira", clock().now);
    let told = 0;
    drafts.subscribe(() => (told += 1));
    drafts.reread("squadroom.preferences");
    expect(told).toBe(0);
  });

  it("end after thirty days, whoever left them", () => {
    const shelf = aShelf();
    const time = clock();
    createDrafts(shelf, "mira", time.now).set("note", "old");
    createDrafts(shelf, "tess", time.now).set("note", "old");
    time.at += AGE_MAX_MS + 1;
    expect(createDrafts(shelf, "mira", time.now).get("note")).toBeUndefined();
    expect(shelf.items.size).toBe(0);
  });

  it("make room for newer ones, the oldest first", () => {
    const shelf = aShelf();
    const time = clock();
    const drafts = createDrafts(shelf, "mira", time.now);
    for (let n = 0; n < 250; n++) {
      time.at += 1;
      drafts.set(`note:${n}`, "x");
    }
    expect(shelf.items.size).toBe(200);
    expect([drafts.get("note:49"), drafts.get("note:50")]).toEqual([undefined, "x"]);
  });

  it("give way where the browser has no more room, but for the one being written", () => {
    const time = clock();
    const drafts = createDrafts(aShelf(150), "mira", time.now);
    drafts.set("old", "a".repeat(60));
    time.at += 1;
    drafts.set("new", "b".repeat(80));
    expect([drafts.get("old"), drafts.get("new")]).toEqual([undefined, "b".repeat(80)]);
  });

  it("live as long as the page where nothing can be kept", () => {
    for (const shelf of [null, aShelf(0)]) {
      const drafts = createDrafts(shelf, "mira", clock().now);
      drafts.set("note", "here");
      drafts.reread(null);
      expect(drafts.get("note")).toBe("here");
    }
  });

  it("are never stored where they hold a secret", () => {
    const shelf = aShelf();
    const drafts = createDrafts(shelf, "mira", clock().now);
    drafts.set("webhook", "https://chat.example/T0/secret", false);
    drafts.reread(null);
    expect([drafts.get("webhook"), shelf.items.size]).toEqual(["https://chat.example/T0/secret", 0]);
  });

  it("are no drafts where the storage holds something else", () => {
    const shelf = aShelf();
    for (const [n, raw] of ["", "null", "{", '{"at":"x","value":1}', '{"at":1}'].entries())
      shelf.items.set(`squadroom.draft.mira.${n}`, raw);
    expect(createDrafts(shelf, "mira", clock().now).keys()).toEqual([]);
  });
});

describe("a draft of an older page", () => {
  it.each([
    ["", "text", true],
    ["", { text: "" }, false],
    [{ text: "", files: [] }, { text: "a", files: [1] }, true],
    [{ text: "", files: [] }, { text: "a" }, false],
    [{ text: "", repliesTo: null }, { text: "a", repliesTo: "m1" }, true],
    [{ text: "" }, null, false],
    [[], { length: 0 }, false],
  ])("%j takes %j: %s", (pattern, value, fits) => {
    expect(isLike(value, pattern)).toBe(fits);
  });
});
