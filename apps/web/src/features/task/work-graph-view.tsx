import { counted } from "@squadroom/core/kernel/words";
import { minutesText } from "@squadroom/core/session/plan/estimate";
import { Link } from "@tanstack/react-router";
import { clsx } from "clsx";
import { type ReactNode, useMemo } from "react";
import type { Names } from "../../live/names.ts";
import { Empty } from "../../ui/empty.tsx";
import { plainText } from "../../words/plain-text.ts";
import { GraphBox, type GraphNode, graphOf, type NodeSize } from "../graph/index.ts";
import { toggleTask } from "./open-task.ts";
import { TaskSign } from "./table-row.tsx";
import { SIGN } from "./words.ts";
import type { GraphTask, WorkGraph } from "./work-graph.ts";
import "./work-graph.css";

const SIZE: NodeSize = { width: 172, height: 58, gapX: 40, gapY: 18, top: 30, pad: 12 };

/** What needs what, left to right; a press says why a task can't continue. */
export function WorkGraphView({
  graph,
  room,
  names,
  openId,
}: {
  graph: WorkGraph;
  room: string;
  names: Names;
  openId: string | null;
}): ReactNode {
  const { tasks, path, apart, leftMs } = graph;
  const placed = useMemo(() => graphOf(tasks, SIZE, path), [tasks, path]);
  const known = useMemo(() => new Map(tasks.map((task) => [task.id, task])), [tasks]);
  const others = apart === 0 ? null : `${counted(apart, "task needs no other", "tasks need no other")}: see the list`;
  if (tasks.length === 0) return <Empty title="Nothing here needs anything else">{others}</Empty>;
  return (
    <div className="wgraph">
      <GraphBox
        graph={placed}
        label="Tasks by what they need"
        column={(wave) => `Wave ${wave}`}
        first={tasks.find(({ sign }) => sign !== "completed")?.id}
        ink={({ from }) => {
          const sign = known.get(from.id)?.sign;
          return sign === "failed" ? "wg-bad" : sign === "asks" ? "wg-wait" : undefined;
        }}
        node={(node) => {
          const task = known.get(node.id);
          return task && <Node key={node.id} {...{ node, task, room, names }} isOpen={node.id === openId} />;
        }}
      />
      <ul className="wg-legend" aria-label="Legend">
        <li className="wg-key wg-key-crit">
          {leftMs === null || leftMs === 0
            ? "longest chain"
            : `longest chain, at least ${minutesText(leftMs)} min left`}
        </li>
        <li className="wg-key wg-key-bad">failed, holds up</li>
        <li className="wg-key wg-key-wait">waiting for a person</li>
        <li className="wg-key">needs</li>
        {others && <li className="end">{others}</li>}
      </ul>
    </div>
  );
}

function Node({
  node: { x, y, isCritical },
  task: { id, name, title, role, sign, session },
  room,
  names,
  isOpen,
}: {
  node: GraphNode;
  task: GraphTask;
  room: string;
  names: Names;
  isOpen: boolean;
}): ReactNode {
  const who = role === null ? "" : names.role(role);
  const own = {
    className: clsx("pg-node wg-node", `wg-${sign}`, isCritical && "pg-critical"),
    style: { left: x, top: y, width: SIZE.width, height: SIZE.height },
    title: `${plainText(title)}\n${[who, SIGN[sign]].filter(Boolean).join(", ")}`,
    "data-may-cut": true,
    "data-task": id,
  };
  const content = (
    <>
      <span className="pg-head">
        <TaskSign of={sign} />
        <span className="mono">{name}</span>
        <span className="muted small ell">{who}</span>
      </span>
      <span className="ell wg-title">{plainText(title)}</span>
      {isCritical && <span className="sr">, on the longest chain</span>}
    </>
  );
  return session === null ? (
    <button type="button" aria-pressed={isOpen} onClick={() => toggleTask(id, isOpen ? id : null)} {...own}>
      {content}
    </button>
  ) : (
    <Link to="/rooms/$room/sessions/$session" params={{ room, session: String(session) }} {...own}>
      {content}
    </Link>
  );
}
