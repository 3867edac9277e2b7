import { expect, test } from "vitest";
import { lineage, procLook, psLook } from "./parents.ts";

test("a lineage goes up as far as one may look, and tells a process from a later one of its number", () => {
  const table: Record<number, { parent: number; born: string }> = {
    30: { parent: 20, born: "c" },
    20: { parent: 10, born: "b" },
  };
  const look = (pid: number) => table[pid] ?? null;
  expect(lineage(30, look)).toBe("30@c 20@b");
  table[20] = { parent: 10, born: "later" };
  expect(lineage(30, look)).toBe("30@c 20@later");
});

test("a table that leads in a circle ends", () => {
  expect(lineage(1, () => ({ parent: 1, born: "" })).split(" ").length).toBeLessThan(100);
});

test("every way of looking finds this process's own parent, or says that it cannot", () => {
  const looks = [procLook(process.pid), psLook()(process.pid)].filter((found) => found !== null);
  expect(looks.length).toBeGreaterThan(0);
  for (const { parent } of looks) expect(parent).toBe(process.ppid);
});
