import fc from "fast-check";
import { expect, it } from "vitest";
import { isIn, regionOf } from "./in-view.ts";
import { boundsOf, graphOf, lineBounds } from "./layout.ts";

const chain = Array.from({ length: 300 }, (_, i) => ({
  id: `t${i}`,
  requires: i === 0 ? [] : [`t${i - 1}`],
}));

it("has all that can be seen of a graph, wherever it is scrolled, and little more", () => {
  const graph = graphOf(chain);
  const page = { left: 0, top: 0, right: 1440, bottom: 900 };
  const outer = { left: 200, top: 100, right: 1400, bottom: 400 };
  fc.assert(
    fc.property(fc.integer({ min: 0, max: graph.width - 1200 }), (scrolled) => {
      const inner = {
        left: outer.left - scrolled,
        right: outer.left - scrolled + graph.width,
        top: outer.top,
        bottom: outer.top + graph.height,
      };
      const region = regionOf(inner, outer, page);
      const window = { left: scrolled, right: scrolled + 1200, top: 0, bottom: 300 };
      for (const node of graph.nodes)
        if (isIn(window, boundsOf(node, graph.size))) expect(isIn(region, boundsOf(node, graph.size))).toBe(true);
      for (const edge of graph.edges)
        if (isIn(window, lineBounds(edge, graph.size))) expect(isIn(region, lineBounds(edge, graph.size))).toBe(true);
      const drawn = graph.nodes.filter((node) => isIn(region, boundsOf(node, graph.size)));
      expect(drawn.length).toBeLessThan(25);
    }),
  );
});

it("has nothing of a graph that is scrolled out of the page by more than it draws ahead", () => {
  const page = { left: 0, top: 0, right: 1440, bottom: 900 };
  const outer = { left: 0, top: 5_000, right: 1_000, bottom: 5_300 };
  const node = { left: 0, top: 0, right: 100, bottom: 50 };
  expect(isIn(regionOf(outer, outer, page), node)).toBe(false);
});
