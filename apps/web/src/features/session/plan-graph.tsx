import type { PlanTask } from "@squadroom/core/reply/shapes";
import { type ReactNode, useState } from "react";
import type { Names } from "../../live/names.ts";
import { plainText } from "../../words/plain-text.ts";
import { GraphBox, graphOf, NODE } from "../graph/index.ts";
import { TaskLine } from "./plan-task.tsx";
import { t } from "./words.ts";

/** The tasks of a plan as a graph, left to right by waves; the one that is pressed is shown whole below. */
export function PlanGraph({
  tasks,
  names,
}: {
  tasks: readonly PlanTask[];
  names: Names;
}): ReactNode {
  const [openId, setOpenId] = useState<string | null>(null);
  const graph = graphOf(tasks);
  const known = new Map(tasks.map((task) => [task.id, task]));
  const open = openId === null ? undefined : known.get(openId);
  return (
    <>
      <GraphBox
        graph={graph}
        label={t("plan.graph")}
        column={(wave) => t("plan.wave", { wave })}
        node={({ id, x, y, isCritical }) => {
          const task = known.get(id);
          if (!task) return null;
          const { title, role, requires } = task;
          const needs =
            requires.length > 0
              ? t("plan.needs", { tasks: requires.join(", ") })
              : t("plan.needsNothing");
          const who = role ? names.role(role) : t("plan.anyRole");
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
                {isCritical ? `, ${t("plan.critical")}` : ""}
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
        <p className="small muted pg-hint">{t("plan.graphHint")}</p>
      )}
    </>
  );
}
