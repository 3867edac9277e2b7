import { criticalPath, type Planned, wavesOf } from "@squadroom/core/session/plan/waves";

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
  from: string;
  to: string;
  /** A path of an SVG. */
  line: string;
  isCritical: boolean;
}

export interface Graph {
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
  path: readonly string[] = criticalPath(tasks),
): Graph {
  const waveOf = wavesOf(tasks);
  const last = Math.max(1, ...waveOf.values());
  const rows = new Map<string, number>();
  const nodes: GraphNode[] = [];
  let tallest = 1;
  for (let wave = 1; wave <= last; wave++) {
    const own = tasks.filter(({ id }) => waveOf.get(id) === wave);
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
        isCritical: path.includes(task.id),
      });
    }
  }
  return {
    width: xOf(last, size) + size.width + size.pad,
    height: size.top + tallest * (size.height + size.gapY) - size.gapY + size.pad,
    waves: Array.from({ length: last }, (_, i) => ({ wave: i + 1, x: xOf(i + 1, size) })),
    nodes,
    edges: edgesOf(tasks, nodes, path, size),
  };
}

function xOf(wave: number, size: NodeSize): number {
  return size.pad + (wave - 1) * (size.width + size.gapX);
}

/** The middle of what it waits for; `null` where that is nothing. */
function placeOf(
  { requires }: Pick<Planned, "requires">,
  rows: ReadonlyMap<string, number>,
): number | null {
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
  return tasks.flatMap(({ id, requires }) =>
    requires.flatMap((from): GraphEdge[] => {
      const a = known.get(from);
      const b = known.get(id);
      if (!a || !b) return [];
      const at = path.indexOf(id);
      const isCritical = at > 0 && path[at - 1] === from;
      return [{ from, to: id, line: lineOf(a, b, size), isCritical }];
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
