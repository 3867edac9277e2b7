import type { ReactNode } from "react";
import type { Graph } from "./layout.ts";
import "./graph.css";

/** A graph, left to right, that scrolls; its nodes are the children. */
export function GraphBox({
  graph,
  label,
  column,
  children,
}: {
  graph: Graph;
  label: string;
  /** What stands above each column. */
  column?: (wave: number) => string;
  children: ReactNode;
}): ReactNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
    <section className="pg-box" aria-label={label} tabIndex={0}>
      <div className="pg-in" style={{ width: graph.width, height: graph.height }}>
        <svg width={graph.width} height={graph.height} aria-hidden="true">
          <defs>
            <marker
              id="pg-tip"
              viewBox="0 0 6 6"
              refX="5"
              refY="3"
              markerWidth="6"
              markerHeight="6"
              orient="auto"
            >
              <path d="M0 0 6 3 0 6z" fill="context-stroke" />
            </marker>
          </defs>
          {graph.edges.map(({ from, to, line, isCritical }) => (
            <path
              key={`${from} ${to}`}
              d={line}
              className={isCritical ? "pg-line pg-critical" : "pg-line"}
              markerEnd="url(#pg-tip)"
            />
          ))}
        </svg>
        {column &&
          graph.waves.map(({ wave, x }) => (
            <span key={wave} className="pg-wave label" style={{ left: x }}>
              {column(wave)}
            </span>
          ))}
        {children}
      </div>
    </section>
  );
}
