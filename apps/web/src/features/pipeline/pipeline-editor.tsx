import { counted } from "@squadroom/core/kernel/words";
import { criticalPath } from "@squadroom/core/pipeline/graph";
import type { Pipeline } from "@squadroom/core/pipeline/pipeline";
import { PIPELINE_TEXT_MAX, readPipeline, writePipeline, writePipelineJson } from "@squadroom/core/team/pipeline-text";
import type { TeamProblem } from "@squadroom/core/team/problem";
import type { Team } from "@squadroom/core/team/team";
import { Diamond, Plus, Undo2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Note } from "../../ui/note.tsx";
import { Segments } from "../../ui/segments.tsx";
import { say } from "../../words/say.tsx";
import { type Added, addCheckpoint, addStep } from "./edit.ts";
import { PipelineGraph } from "./pipeline-graph.tsx";
import { type Give, StepForm, WholeForm } from "./step-form.tsx";
import { EDIT } from "./words.ts";

const SIDES = ["form", "yaml", "json"] as const;
type Side = (typeof SIDES)[number];

/** The picture of a pipeline, and beside it the form or the text, each of which changes the other. */
export function PipelineEditor({
  text,
  team,
  problems,
  onChange,
  onGive,
}: {
  text: string;
  team: Team;
  problems: readonly TeamProblem[];
  onChange: ((text: string) => void) | null;
  onGive: Give | null;
}): ReactNode {
  const [side, setSide] = useState<Side>("form");
  const [chosen, setChosen] = useState<string | null>(null);
  const [before, setBefore] = useState<readonly string[]>([]);
  const { draft: pipeline, problems: read } = readPipeline(text);
  const shown = textOn(side, text, pipeline);
  // Lines refer to the text in sight.
  const own = shown === text ? read : readPipeline(shown).problems;
  // Until the team is judged again, only problems of the text itself are known.
  const told = shown === text && problems.length > 0 ? problems : own;
  const write =
    onChange &&
    ((next: string): void => {
      setBefore([...before, text]);
      onChange(next);
    });
  const change = write && ((next: Pipeline) => write(writePipeline(next)));
  const add = (make: (pipeline: Pipeline) => Added): void => {
    if (!pipeline || !change) return;
    const { pipeline: next, id } = make(pipeline);
    change(next);
    setChosen(id);
    setSide("form");
  };
  const step = pipeline?.steps.find(({ id }) => id === chosen);
  const last = step?.id ?? pipeline?.steps.at(-1)?.id;
  return (
    <div className="pe-in">
      <div className="pe-bar">
        {change && pipeline && (
          <>
            <Button kind="ghost" onClick={() => add((one) => addStep(one, last ?? null))}>
              <Icon of={Plus} size="s" />
              Add step
            </Button>
            {last !== undefined && (
              <Button kind="ghost" onClick={() => add((one) => addCheckpoint(one, last))}>
                <Icon of={Diamond} size="s" />
                Add checkpoint
              </Button>
            )}
          </>
        )}
        {onChange && before.length > 0 && (
          <Button
            kind="ghost"
            onClick={() => {
              onChange(before.at(-1) ?? text);
              setBefore(before.slice(0, -1));
            }}
          >
            <Icon of={Undo2} size="s" />
            Undo
          </Button>
        )}
        {pipeline && <Figures pipeline={pipeline} />}
        <span className="end">
          <Segments
            label="Edit as"
            value={side}
            onChange={setSide}
            options={SIDES.map((value) => ({ value, label: EDIT[value] }))}
          />
        </span>
      </div>
      <div className={side === "form" ? "pe-two" : "pe-two pe-even"}>
        <div className="pe-stage">
          {pipeline && <PipelineGraph pipeline={pipeline} team={team} chosen={step?.id ?? null} onChoose={setChosen} />}
          <Problems problems={told} />
        </div>
        <aside className="pe-side" aria-label={EDIT[side]}>
          {side !== "form" ? (
            <TextSide
              label={EDIT[side]}
              text={shown}
              isWrong={own.some(({ level }) => level === "error")}
              onChange={write}
            />
          ) : pipeline === null ? (
            <Note tone="bad">Fix this under YAML first.</Note>
          ) : step ? (
            <StepForm
              pipeline={pipeline}
              step={step}
              team={team}
              onChange={change}
              onChosen={setChosen}
              onGive={onGive}
            />
          ) : (
            <WholeForm pipeline={pipeline} onChange={change} />
          )}
        </aside>
      </div>
    </div>
  );
}

function TextSide({
  label,
  text,
  isWrong,
  onChange,
}: {
  label: string;
  text: string;
  isWrong: boolean;
  onChange: ((text: string) => void) | null;
}): ReactNode {
  return (
    <textarea
      className="field pe-yaml"
      aria-label={label}
      aria-invalid={isWrong || undefined}
      value={text}
      maxLength={PIPELINE_TEXT_MAX}
      readOnly={onChange === null}
      spellCheck={false}
      rows={Math.min(40, Math.max(12, text.split("\n").length + 1))}
      onChange={(event) => onChange?.(event.target.value)}
    />
  );
}

/** What is edited on a side: the text itself or, if that is in the other form, the same in this one. */
function textOn(side: Side, text: string, pipeline: Pipeline | null): string {
  const isJson = text.trimStart().startsWith("{");
  if (!pipeline || side === "form" || (side === "json") === isJson) return text;
  return side === "json" ? writePipelineJson(pipeline) : writePipeline(pipeline);
}

function Figures({ pipeline: { steps } }: { pipeline: Pipeline }): ReactNode {
  const tasks = steps.filter(({ isCheckpoint }) => !isCheckpoint).length;
  return (
    <span className="small muted dots">
      <span>{counted(tasks, "step")}</span>
      {tasks < steps.length && <span>{counted(steps.length - tasks, "checkpoint")}</span>}
      <span>{`longest path ${counted(criticalPath(steps).ids.length, "step")}`}</span>
    </span>
  );
}

function Problems({
  problems,
}: {
  problems: readonly { level: string; message: string; line?: number | undefined }[];
}): ReactNode {
  if (problems.length === 0) return null;
  return (
    <ul className="pe-problems" aria-label="What is wrong">
      {problems.map(({ level, message, line }) => (
        <li key={`${line} ${message}`} className={level === "error" ? "small c-bad" : "small c-warn"}>
          {line === undefined ? message : say`Line ${line}: ${message}`}
        </li>
      ))}
    </ul>
  );
}
