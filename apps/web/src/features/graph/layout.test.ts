import { describe, expect, it } from "vitest";
import { graphOf, NODE } from "./layout.ts";

const task = (id: string, requires: string[] = []) => ({ id, requires, files: [] });

describe("the graph of a plan", () => {
  it("has a column for each wave, and no task on another one", () => {
    const { nodes, waves, width, height } = graphOf([
      task("a"),
      task("b"),
      task("c"),
      task("d", ["c"]),
      task("e", ["a"]),
      task("f", ["d", "e"]),
    ]);
    expect(waves.map(({ wave }) => wave)).toEqual([1, 2, 3]);
    expect(new Set(nodes.map(({ x, y }) => `${x} ${y}`)).size).toBe(6);
    for (const { x, y } of nodes) {
      expect(x + NODE.width).toBeLessThanOrEqual(width);
      expect(y + NODE.height).toBeLessThanOrEqual(height);
    }
  });

  it("puts a task beside what it waits for, so that lines do not cross without need", () => {
    const { nodes } = graphOf([task("a"), task("b"), task("d", ["b"]), task("c", ["a"])]);
    const y = (id: string) => nodes.find((node) => node.id === id)?.y ?? Number.NaN;
    expect(y("c")).toBeLessThan(y("d"));
  });

  it("marks the longest way, tasks and lines", () => {
    const { nodes, edges } = graphOf([task("a"), task("b", ["a"]), task("c", ["b", "a"])]);
    expect(nodes.every(({ isCritical }) => isCritical)).toBe(true);
    expect(edges.map(({ from, to, isCritical }) => [from.id, to.id, isCritical])).toEqual([
      ["a", "b", true],
      ["b", "c", true],
      ["a", "c", false],
    ]);
  });

  it("leaves out lines to what is not there", () => {
    expect(graphOf([task("a", ["gone"])]).edges).toEqual([]);
  });
});
