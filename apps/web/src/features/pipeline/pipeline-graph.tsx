import { type Pipeline, type PipelineStep, prefixOf } from "@squadroom/core/pipeline/pipeline";
import { ownerOf } from "@squadroom/core/team/prefixes";
import type { Team } from "@squadroom/core/team/team";
import { clsx } from "clsx";
import { Diamond } from "lucide-react";
import type { ReactNode } from "react";
import { Icon } from "../../ui/icon.tsx";
import { plainText } from "../../words/plain-text.ts";
import { say } from "../../words/say.tsx";
import { GraphBox, graphOf, NODE } from "../graph/index.ts";

const SIZE = { ...NODE, gapX: 32, top: 12 };

/** A pipeline, left to right; who does each step, and which one is selected. */
export function PipelineGraph({
  pipeline: { steps },
  team,
  chosen,
  onChoose,
}: {
  pipeline: Pipeline;
  team: Team;
  chosen: string | null;
  onChoose: (id: string | null) => void;
}): ReactNode {
  // Two steps with one id are one node, until one of them is renamed.
  const byId = new Map(steps.map((step) => [step.id, step]));
  const graph = graphOf([...byId.values()], SIZE);
  return (
    <GraphBox
      graph={graph}
      label="Steps of the pipeline"
      node={({ id, x, y, isCritical }) => {
        const step = byId.get(id);
        if (!step) return null;
        const who = whoText(step, team);
        return (
          <button
            key={id}
            type="button"
            className={clsx("pg-node pe-node", isCritical && "pg-critical", step.isCheckpoint && "pe-checkpoint")}
            style={{ left: x, top: y, width: SIZE.width, height: SIZE.height }}
            title={`${plainText(step.title)}\n${who.text}`}
            aria-pressed={id === chosen}
            data-may-cut
            onClick={() => onChoose(id === chosen ? null : id)}
          >
            <span className="pg-head">
              <span className="mono ell">
                {step.isCheckpoint && <Icon of={Diamond} size="s" />} {id}
              </span>
              <span className={clsx("small ell", who.isMissing ? "c-warn" : "muted")}>{who.text}</span>
            </span>
            <span className={clsx("ell", step.title === "" && "muted")}>{plainText(step.title) || "No title yet"}</span>
            {isCritical && <span className="sr">, on the longest path</span>}
          </button>
        );
      }}
    />
  );
}

/** Whose task a step is. */
export function whoText(step: PipelineStep, team: Team): { text: string; prefix: string; isMissing: boolean } {
  const prefix = prefixOf(step);
  if (step.isCheckpoint) return { text: "", prefix, isMissing: false };
  const title = ownerOf(team, prefix)?.title;
  if (title !== undefined) return { text: title, prefix, isMissing: false };
  return { text: say`no role has ${prefix}`, prefix, isMissing: true };
}
