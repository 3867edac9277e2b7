import type { ReactNode } from "react";
import { FormDialog } from "../../act/form-dialog.tsx";
import { Area } from "../../ui/area.tsx";
import { Field, Select } from "../../ui/field.tsx";
import { Note } from "../../ui/note.tsx";
import { say } from "../../words/say.tsx";
import { RequiresField } from "./requires-field.tsx";
import { useNewTask } from "./use-new-task.ts";
import "./new-task.css";

/** One task, given to a role by a person. */
export function NewTaskDialog({ room, onClose }: { room: string; onClose: () => void }): ReactNode {
  const { form, chosen, role, view, isAllowed, isFilled, cards } = useNewTask(room, onClose);
  const roles = view?.team?.roles ?? [];
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={room ? say`New task in ${room}` : "New task"}
      width={560}
      label="Create task"
      keys="Mod+Enter"
      className="nt-form"
    >
      <Field {...form.at("title")} label="Title" autoComplete="off" />
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
          {...form.at("role")}
          label="Role"
          value={role}
          disabled={roles.length === 0}
          options={roles.map(({ name, title: label }) => ({
            value: name,
            label: isFilled(name) ? label : say`${label} (none connected)`,
          }))}
        />
      </div>
      <Area
        {...form.at("instruction")}
        label="Instruction"
        className="field nt-area"
        rows={6}
        help="What to do, and what to keep in mind. The agent gets it word for word."
      />
      <Area
        {...form.at("successCriteria")}
        label="Done when"
        className="field nt-area"
        rows={2}
        help="Optional, one per line. The agent answers each of them."
      />
      {view && view.tasks.length > 0 && (
        <RequiresField
          tasks={view.tasks}
          value={form.value.requires}
          onChange={(requires) => form.edit({ requires })}
        />
      )}
      {!isAllowed && <Note tone="bad">{say`You can read ${chosen}, but only its leads create tasks there.`}</Note>}
    </FormDialog>
  );
}
