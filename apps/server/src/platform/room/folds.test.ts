import type { RoomId } from "@squadroom/core/kernel/ids";
import { expect, test } from "vitest";
import { createFolds, type FoldKind } from "./folds.ts";

/** Work that lasts until it is let go, and what is under way of it. */
function aCrowd() {
  const folds = createFolds();
  const running: string[] = [];
  const ends = new Map<string, () => void>();
  let most = 0;
  function ask(name: string, kind: FoldKind, room: string): Promise<string> {
    return folds.run(kind, room as RoomId, async () => {
      running.push(name);
      most = Math.max(most, running.length);
      await new Promise<void>((resolve) => ends.set(name, resolve));
      running.splice(running.indexOf(name), 1);
      return name;
    });
  }
  async function end(name: string): Promise<void> {
    ends.get(name)?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  return { ask, end, running, most: () => most };
}

test("one of a room runs at a time, two of all, and one of them is a verification or an export", async () => {
  const { ask, end, running, most } = aCrowd();
  const all = [
    ask("a1", "verification", "a"),
    ask("a2", "verification", "a"),
    ask("b1", "verification", "b"),
    ask("a3", "replay", "a"),
    ask("c1", "replay", "c"),
    ask("d1", "replay", "d"),
  ];
  expect(running).toEqual(["a1", "c1"]);
  await end("c1");
  expect(running).toEqual(["a1", "d1"]);
  await end("d1");
  expect(running).toEqual(["a1"]);
  await end("a1");
  expect(running).toEqual(["a2"]);
  await end("a2");
  expect(running).toEqual(["b1", "a3"]);
  await end("b1");
  await end("a3");
  expect(await Promise.all(all)).toHaveLength(6);
  expect(most()).toBe(2);
});

test("exports are written one after the other, and a look back does not wait for all of them", async () => {
  const { ask, end, running, most } = aCrowd();
  const exports = ["a", "b", "c", "d"].map((room) => ask(`${room}1`, "export", room));
  const look = ask("e1", "replay", "e");
  expect(running).toEqual(["a1", "e1"]);
  await end("e1");
  for (const name of ["a1", "b1", "c1", "d1"]) {
    expect(running).toEqual([name]);
    await end(name);
  }
  expect(await Promise.all([...exports, look])).toHaveLength(5);
  expect(most()).toBe(2);
});

test("who would wait behind too many is refused, and a room leaves a place for others", async () => {
  const { ask, end } = aCrowd();
  const first = ask("a0", "verification", "a");
  const others = [1, 2, 3, 4].map((n) => ask(`a${n}`, "verification", "a"));
  await expect(ask("a5", "verification", "a")).rejects.toMatchObject({
    refusal: { code: "overloaded", details: { ofThisRoom: 4 } },
  });
  const more = Array.from({ length: 56 }, (_, n) => ask(`r${n}`, "verification", `r${n}`));
  await expect(ask("late", "verification", "late")).rejects.toMatchObject({
    refusal: { code: "overloaded" },
  });
  for (const name of ["a0", "a1", "a2", "a3", "a4", ...more.map((_, n) => `r${n}`)]) await end(name);
  expect(await Promise.all([first, ...others, ...more])).toHaveLength(61);
});

test("what fails gives its place to the next", async () => {
  const folds = createFolds();
  const failing = folds.run("replay", "a" as RoomId, () => Promise.reject(new Error("no")));
  const next = folds.run("replay", "a" as RoomId, async () => "done");
  await expect(failing).rejects.toThrow("no");
  expect(await next).toBe("done");
});
