import type { Pipeline, PipelineStep } from "@squadroom/core/pipeline/pipeline";
import { specError } from "@squadroom/core/team/role-spec";
import type { Team } from "@squadroom/core/team/team";
import { Trash2, X } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { Field, Select } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { say } from "../../words/say.tsx";
import { changeStep, couldFollow, couldRequire, removeStep, setRequired } from "./edit.ts";
import { whoText } from "./pipeline-graph.tsx";
import { EDIT } from "./words.ts";

type Change = ((pipeline: Pipeline) => void) | null;
export type Give = (prefix: string, role: string) => void;

/** The name of a pipeline, while none of its steps is selected. */
export function WholeForm({ pipeline, onChange }: { pipeline: Pipeline; onChange: Change }): ReactNode {
  return (
    <div className="pe-form">
      <h3>The pipeline</h3>
      {(["title", "name", "about"] as const).map((key) => (
        <Field
          key={key}
          label={EDIT[key]}
          className={key === "name" ? "mono" : undefined}
          value={pipeline[key]}
          maxLength={key === "name" ? 40 : 200}
          readOnly={onChange === null}
          onChange={(text) => onChange?.({ ...pipeline, [key]: text })}
        />
      ))}
      {onChange && <p className="small muted">Press a step to change it.</p>}
    </div>
  );
}

/** One step: its name, what it needs, what needs it, and what its agent is told. */
export function StepForm({
  pipeline,
  step,
  team,
  onChange,
  onChosen,
  onGive,
}: {
  pipeline: Pipeline;
  step: PipelineStep;
  team: Team;
  onChange: Change;
  onChosen: (id: string | null) => void;
  /** A role gets the tasks of a prefix that nobody owns. */
  onGive: Give | null;
}): ReactNode {
  const { id, title, requires, isCheckpoint, instruction = "", outputs = [] } = step;
  const change = (to: Partial<PipelineStep>): void => onChange?.(changeStep(pipeline, id, to));
  const who = whoText(step, team);
  const followers = pipeline.steps.filter((one) => one.requires.includes(id)).map((one) => one.id);
  const link = (from: string, to: string, on: boolean): void => onChange?.(setRequired(pipeline, to, from, on));
  return (
    <div className="pe-form">
      <div className="pe-form-head">
        <h3 className="mono">{id}</h3>
        {onChange && (
          <IconButton
            icon={Trash2}
            label={say`Remove ${id}`}
            onClick={() => {
              onChange(removeStep(pipeline, id));
              onChosen(null);
            }}
          />
        )}
      </div>
      <Field
        label="Title"
        value={title}
        maxLength={200}
        readOnly={onChange === null}
        onChange={(text) => change({ title: text })}
      />
      <Field
        label="Id"
        className="mono"
        value={id}
        maxLength={32}
        readOnly={onChange === null}
        {...(isCheckpoint
          ? { help: "A person answers it before the steps behind it start." }
          : who.isMissing
            ? { problem: say`This team has no role for ${who.prefix} steps.` }
            : { help: `${say`Done by ${who.text}.`} The prefix says whose task it is.` })}
        onChange={(text) => {
          const next = text.toUpperCase();
          change({ id: next });
          onChosen(next);
        }}
      />
      {who.isMissing && onGive && (
        <Select
          label={say`Give ${who.prefix} to a role…`}
          hideLabel
          value=""
          options={[
            { value: "", label: say`Give ${who.prefix} to a role…` },
            ...team.roles
              .filter((role) => specError(role) === null)
              .map((role) => ({ value: role.name, label: role.title })),
          ]}
          onChange={(role) => role !== "" && onGive(who.prefix, role)}
        />
      )}
      <Links
        title="Needs"
        ids={requires}
        could={couldRequire(pipeline, id)}
        choose="Add a step it needs"
        apart={(need) => say`${id} no longer needs ${need}`}
        onLink={onChange && ((other, on) => link(other, id, on))}
      />
      <Links
        title="Needed by"
        ids={followers}
        could={couldFollow(pipeline, id)}
        choose="Add a step that needs it"
        apart={(other) => say`${other} no longer needs ${id}`}
        onLink={onChange && ((other, on) => link(id, other, on))}
      />
      {!isCheckpoint && (
        <>
          <Area
            label="Instruction"
            help="What its agent is told besides the requirement."
            value={instruction}
            onChange={onChange && ((text) => change({ instruction: text }))}
          />
          <Area
            key={id}
            label="Files it makes"
            help="One path a line."
            isMono
            value={outputs.join("\n")}
            onChange={
              onChange && ((text) => change({ outputs: text.split("\n").filter((line) => line.trim() !== "") }))
            }
          />
        </>
      )}
    </div>
  );
}

/** The steps on one side of a step: each can be removed, and others added. */
function Links({
  title,
  ids,
  could,
  choose,
  apart,
  onLink,
}: {
  title: string;
  ids: readonly string[];
  could: readonly string[];
  choose: string;
  apart: (id: string) => string;
  onLink: ((id: string, on: boolean) => void) | null;
}): ReactNode {
  return (
    <div className="pe-links">
      <h4 className="label">{title}</h4>
      <ul aria-label={title}>
        {ids.length === 0 && <li className="small muted">nothing</li>}
        {ids.map((id) => (
          <li key={id} className="pe-chip mono">
            {id}
            {onLink && (
              <button type="button" aria-label={apart(id)} onClick={() => onLink(id, false)}>
                <Icon of={X} size="s" />
              </button>
            )}
          </li>
        ))}
      </ul>
      {onLink && could.length > 0 && (
        <Select
          label={choose}
          hideLabel
          value=""
          options={[{ value: "", label: "Add…" }, ...could.map((id) => ({ value: id, label: id }))]}
          onChange={(id) => id !== "" && onLink(id, true)}
        />
      )}
    </div>
  );
}

/** Several lines, kept as typed while somebody edits them. */
function Area({
  label,
  help,
  value,
  isMono = false,
  onChange,
}: {
  label: string;
  help: string;
  value: string;
  isMono?: boolean;
  onChange: ((text: string) => void) | null;
}): ReactNode {
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <div className="fl">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        className={isMono ? "field mono" : "field"}
        rows={3}
        maxLength={4_000}
        value={typed ?? value}
        readOnly={onChange === null}
        aria-describedby={`${id}-help`}
        onBlur={() => setTyped(null)}
        onChange={(event) => {
          setTyped(event.target.value);
          onChange?.(event.target.value);
        }}
      />
      <p id={`${id}-help`} className="small fl-help muted">
        {help}
      </p>
    </div>
  );
}
