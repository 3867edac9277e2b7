import { clsx } from "clsx";
import { type ReactNode, useLayoutEffect, useMemo, useRef } from "react";
import { isIn, useRegion } from "./in-view.ts";
import { boundsOf, type Graph, type GraphEdge, type GraphNode, lineBounds } from "./layout.ts";
import "./graph.css";

/** If there are more, only those that can be seen are drawn. */
const DRAWN_MAX = 150;

/** A graph, left to right, that scrolls. */
export function GraphBox({
  graph,
  label,
  column,
  first,
  ink,
  node,
}: {
  graph: Graph;
  label: string;
  /** What is above each column. */
  column?: (wave: number) => string;
  /** What is in sight when it is opened; without one, its beginning. */
  first?: string | undefined;
  /** The class of a line, by what is at its ends. */
  ink?: (of: GraphEdge) => string | undefined;
  node: (of: GraphNode) => ReactNode;
}): ReactNode {
  const inner = useRef<HTMLDivElement>(null);
  const start = useRef(graph.nodes.find(({ id }) => id === first)?.x ?? 0);
  useLayoutEffect(() => {
    const box = inner.current?.parentElement;
    // With what comes before it, as far as there is room.
    if (box && start.current > 0) box.scrollLeft = start.current - box.clientWidth / 3;
  }, []);
  const isLarge = graph.nodes.length > DRAWN_MAX;
  const region = useRegion(inner, isLarge);
  const shown = useMemo(() => {
    const whole = { left: 0, top: 0, right: graph.width, bottom: graph.height };
    if (!isLarge) return { ...graph, at: whole };
    if (!region) return { nodes: [], edges: [], waves: [], at: { ...whole, right: 0, bottom: 0 } };
    const nodes = graph.nodes.filter((one) => isIn(region, boundsOf(one, graph.size)));
    const edges = graph.edges.filter((edge) => isIn(region, lineBounds(edge, graph.size)));
    const waves = graph.waves.filter(({ x }) => x <= region.right && x >= region.left);
    const at = {
      left: Math.max(0, region.left),
      top: Math.max(0, region.top),
      right: Math.min(graph.width, region.right),
      bottom: Math.min(graph.height, region.bottom),
    };
    return { nodes, edges, waves, at };
  }, [graph, region, isLarge]);
  const { left, top } = shown.at;
  const [width, height] = [Math.max(0, shown.at.right - left), Math.max(0, shown.at.bottom - top)];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
    <section className="pg-box" aria-label={label} tabIndex={0}>
      <div ref={inner} className="pg-in" style={{ width: graph.width, height: graph.height }}>
        <svg
          width={width}
          height={height}
          viewBox={`${left} ${top} ${width} ${height}`}
          style={{ left, top }}
          aria-hidden="true"
        >
          <defs>
            <marker id="pg-tip" viewBox="0 0 6 6" refX="5" refY="3" markerWidth="6" markerHeight="6" orient="auto">
              <path d="M0 0 6 3 0 6z" fill="context-stroke" />
            </marker>
          </defs>
          {shown.edges.map((edge) => (
            <path
              key={`${edge.from.id} ${edge.to.id}`}
              d={edge.line}
              className={clsx("pg-line", edge.isCritical && "pg-critical", ink?.(edge))}
              markerEnd="url(#pg-tip)"
            />
          ))}
        </svg>
        {column &&
          shown.waves.map(({ wave, x }) => (
            <span key={wave} className="pg-wave label" style={{ left: x }}>
              {column(wave)}
            </span>
          ))}
        {shown.nodes.map(node)}
      </div>
    </section>
  );
}
