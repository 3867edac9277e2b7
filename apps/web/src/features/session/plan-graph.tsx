import type { PlanTask } from "@squadroom/core/reply/shapes";
import { type ReactNode, useState } from "react";
import type { Names } from "../../live/names.ts";
import { plainText } from "../../words/plain-text.ts";
import { say } from "../../words/say.tsx";
import { GraphBox, graphOf, NODE } from "../graph/index.ts";
import { TaskLine } from "./plan-task.tsx";

/** The tasks of a plan as a graph, left to right by waves; the selected one is shown in full below. */
export function PlanGraph({ tasks, names }: { tasks: readonly PlanTask[]; names: Names }): ReactNode {
  const [openId, setOpenId] = useState<string | null>(null);
  const graph = graphOf(tasks);
  const known = new Map(tasks.map((task) => [task.id, task]));
  const open = openId === null ? undefined : known.get(openId);
  return (
    <>
      <GraphBox
        graph={graph}
        label="Tasks as a graph"
        column={(wave) => `Wave ${wave}`}
        node={({ id, x, y, isCritical }) => {
          const task = known.get(id);
          if (!task) return null;
          const { title, role, requires } = task;
          const needs = requires.length > 0 ? say`needs ${requires.join(", ")}` : "needs nothing";
          const who = role ? names.role(role) : "for whoever does the work";
          return (
            <button
              key={id}
              type="button"
              className={isCritical ? "pg-node pg-critical" : "pg-node"}
              style={{ left: x, top: y, width: NODE.width, height: NODE.height }}
              title={`${plainText(title)}\n${who}, ${needs}`}
              aria-pressed={id === openId}
              onClick={() => setOpenId(id === openId ? null : id)}
            >
              <span className="pg-head">
                <span className="mono ell">{id}</span>
                <span className="muted small ell">{role ? names.role(role) : ""}</span>
              </span>
              <span className="ell">{plainText(title)}</span>
              <span className="sr">
                , {needs}
                {isCritical ? `, on the critical path` : ""}
              </span>
            </button>
          );
        }}
      />
      {open ? (
        <ol>
          <TaskLine key={open.id} task={open} names={names} isOpen />
        </ol>
      ) : (
        <p className="small muted pg-hint">Select a task to read it in full.</p>
      )}
    </>
  );
}
