import type { ReactNode } from "react";
import { DraftKept } from "../../drafts/draft-kept.tsx";
import { Field, Select } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { Note } from "../../ui/note.tsx";
import { say } from "../../words/say.tsx";
import { RequiresField } from "./requires-field.tsx";
import { CRITERIA_MAX, CRITERION_MAX, useNewTask } from "./use-new-task.ts";
import "../../ui/field.css";
import "./new-task.css";

const TITLE_MAX = 200;
const INSTRUCTION_MAX = 20_000;

/** One task, given to a role by a person. */
export function NewTaskDialog({ room, onClose }: { room: string; onClose: () => void }): ReactNode {
  const { form, chosen, role, view, isAllowed, missing, problem, submit, isFilled, cards } =
    useNewTask(room, onClose);
  const roles = view?.team?.roles ?? [];
  return (
    <FormDialog
      onClose={onClose}
      title={room ? say`New task in ${room}` : "New task"}
      width={560}
      label="Create task"
      keys="Mod+Enter"
      className="nt-form"
      problem={problem}
      onSubmit={submit}
    >
      <Field
        label="Title"
        value={form.value.title}
        maxLength={TITLE_MAX}
        autoComplete="off"
        problem={missing.title ? "Give the task a title." : undefined}
        onChange={(event) => form.edit({ title: event.target.value })}
      />
      <div className="nt-pair">
        {!room && (
          <Select
            label="Room"
            value={chosen}
            options={[
              { value: "", label: "Choose a room" },
              ...cards.map(({ name }) => ({ value: name, label: name })),
            ]}
            onChange={(next) => form.edit({ room: next, role: "", requires: [] })}
          />
        )}
        <Select
          label="Role"
          value={role}
          disabled={roles.length === 0}
          options={roles.map(({ name, title: label }) => ({
            value: name,
            label: isFilled(name) ? label : say`${label} (none connected)`,
          }))}
          onChange={(next) => form.edit({ role: next })}
        />
      </div>
      <Area
        id="new-task-instruction"
        label="Instruction"
        rows={6}
        value={form.value.instruction}
        maxLength={INSTRUCTION_MAX}
        help="What to do, and what to keep in mind. The agent gets it word for word."
        problem={missing.instruction ? "Say what the agent should do." : undefined}
        onValue={(next) => form.edit({ instruction: next })}
      />
      <Area
        id="new-task-criteria"
        label="Done when"
        rows={2}
        value={form.value.criteria}
        maxLength={CRITERIA_MAX * CRITERION_MAX}
        help="Optional, one per line. The agent answers each of them."
        problem={missing.criteria ? "At most 50 lines of 500 characters." : undefined}
        onValue={(next) => form.edit({ criteria: next })}
      />
      {view && view.tasks.length > 0 && (
        <RequiresField
          tasks={view.tasks}
          value={form.value.requires}
          onChange={(requires) => form.edit({ requires })}
        />
      )}
      <DraftKept of={form} />
      {missing.room && <Note tone="bad">Choose a room for the task.</Note>}
      {!isAllowed && (
        <Note tone="bad">{say`You can read ${chosen}, but only its leads create tasks there.`}</Note>
      )}
    </FormDialog>
  );
}

function Area({
  id,
  label,
  rows,
  value,
  maxLength,
  help,
  problem,
  onValue,
}: {
  id: string;
  label: string;
  rows: number;
  value: string;
  maxLength: number;
  help: string;
  problem: string | undefined;
  onValue: (value: string) => void;
}): ReactNode {
  return (
    <div className="fl">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        className="field nt-area"
        rows={rows}
        value={value}
        maxLength={maxLength}
        aria-invalid={problem ? true : undefined}
        aria-describedby={`${id}-help`}
        onChange={(event) => onValue(event.target.value)}
      />
      <p
        id={`${id}-help`}
        className={problem ? "small c-bad fl-help" : "small muted fl-help"}
        role={problem ? "alert" : undefined}
      >
        {problem ?? help}
      </p>
    </div>
  );
}
