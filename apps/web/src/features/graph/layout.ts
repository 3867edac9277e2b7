import { criticalPath } from "@squadroom/core/pipeline/graph";
import { type Planned, wavesOf } from "@squadroom/core/session/plan/waves";
import type { Region } from "./in-view.ts";

/** Sizes in CSS pixels. */
export interface NodeSize {
  width: number;
  height: number;
  gapX: number;
  gapY: number;
  /** Room above the first row. */
  top: number;
  pad: number;
}
export const NODE: NodeSize = { width: 168, height: 56, gapX: 56, gapY: 16, top: 28, pad: 12 };

export interface GraphNode {
  id: string;
  wave: number;
  x: number;
  y: number;
  isCritical: boolean;
}

export interface GraphEdge {
  from: GraphNode;
  to: GraphNode;
  /** An SVG path. */
  line: string;
  isCritical: boolean;
}

export interface Graph {
  size: NodeSize;
  width: number;
  height: number;
  waves: { wave: number; x: number }[];
  nodes: GraphNode[];
  edges: GraphEdge[];
}

/** One column for each wave; in it, each task beside what it waits for. */
export function graphOf(
  tasks: readonly Omit<Planned, "files">[],
  size: NodeSize = NODE,
  path: readonly string[] = criticalPath(tasks).ids,
): Graph {
  const waveOf = wavesOf(tasks);
  const inWave = new Map<number, (typeof tasks)[number][]>();
  for (const task of tasks) {
    const wave = waveOf.get(task.id) ?? 1;
    const of = inWave.get(wave);
    if (of) of.push(task);
    else inWave.set(wave, [task]);
  }
  const critical = new Set(path);
  const last = Math.max(1, ...waveOf.values());
  const rows = new Map<string, number>();
  const nodes: GraphNode[] = [];
  let tallest = 1;
  for (let wave = 1; wave <= last; wave++) {
    const own = inWave.get(wave) ?? [];
    const placed = own.map((task, i) => ({ task, at: placeOf(task, rows) ?? i }));
    placed.sort((a, b) => a.at - b.at);
    tallest = Math.max(tallest, placed.length);
    for (const [row, { task }] of placed.entries()) {
      rows.set(task.id, row);
      nodes.push({
        id: task.id,
        wave,
        x: xOf(wave, size),
        y: size.top + row * (size.height + size.gapY),
        isCritical: critical.has(task.id),
      });
    }
  }
  return {
    size,
    width: xOf(last, size) + size.width + size.pad,
    height: size.top + tallest * (size.height + size.gapY) - size.gapY + size.pad,
    waves: Array.from({ length: last }, (_, i) => ({ wave: i + 1, x: xOf(i + 1, size) })),
    nodes,
    edges: edgesOf(tasks, nodes, path, size),
  };
}

/** The box around a node. */
export function boundsOf({ x, y }: GraphNode, { width, height }: NodeSize): Region {
  return { left: x, top: y, right: x + width, bottom: y + height };
}

/** The box around a line: never beyond the nodes at its ends. */
export function lineBounds({ from, to }: GraphEdge, size: NodeSize): Region {
  const [a, b] = [boundsOf(from, size), boundsOf(to, size)];
  return {
    left: Math.min(a.left, b.left),
    top: Math.min(a.top, b.top),
    right: Math.max(a.right, b.right),
    bottom: Math.max(a.bottom, b.bottom),
  };
}

function xOf(wave: number, size: NodeSize): number {
  return size.pad + (wave - 1) * (size.width + size.gapX);
}

/** The middle of what it waits for; `null` if that is nothing. */
function placeOf({ requires }: Pick<Planned, "requires">, rows: ReadonlyMap<string, number>): number | null {
  const at = requires.flatMap((id) => rows.get(id) ?? []);
  return at.length === 0 ? null : at.reduce((sum, row) => sum + row, 0) / at.length;
}

function edgesOf(
  tasks: readonly Omit<Planned, "files">[],
  nodes: readonly GraphNode[],
  path: readonly string[],
  size: NodeSize,
): GraphEdge[] {
  const known = new Map(nodes.map((node) => [node.id, node]));
  const before = new Map(path.map((id, at) => [id, path[at - 1]]));
  return tasks.flatMap(({ id, requires }) =>
    requires.flatMap((from): GraphEdge[] => {
      const a = known.get(from);
      const b = known.get(id);
      if (!a || !b) return [];
      const isCritical = before.get(id) === from;
      return [{ from: a, to: b, line: lineOf(a, b, size), isCritical }];
    }),
  );
}

/** From the right side of one to the left side of the other, with an even bend. */
function lineOf(a: GraphNode, b: GraphNode, size: NodeSize): string {
  const [x1, y1] = [a.x + size.width, a.y + size.height / 2];
  const [x2, y2] = [b.x - 2, b.y + size.height / 2];
  const bend = size.gapX / 2;
  return `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`;
}
