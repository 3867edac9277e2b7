import type { ReactNode } from "react";
import { DraftKept } from "../../drafts/draft-kept.tsx";
import { Field, Select } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { Note } from "../../ui/note.tsx";
import { RequiresField } from "./requires-field.tsx";
import { CRITERIA_MAX, CRITERION_MAX, useNewTask } from "./use-new-task.ts";
import { t } from "./words.ts";
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
      title={room ? t("form.newIn", { room }) : t("form.new")}
      width={560}
      label={t("form.create")}
      keys="Mod+Enter"
      className="nt-form"
      problem={problem}
      onSubmit={submit}
    >
      <Field
        label={t("form.title")}
        value={form.value.title}
        maxLength={TITLE_MAX}
        autoComplete="off"
        problem={missing.title ? t("form.titleMissing") : undefined}
        onChange={(event) => form.edit({ title: event.target.value })}
      />
      <div className="nt-pair">
        {!room && (
          <Select
            label={t("form.room")}
            value={chosen}
            options={[
              { value: "", label: t("form.chooseRoom") },
              ...cards.map(({ name }) => ({ value: name, label: name })),
            ]}
            onChange={(next) => form.edit({ room: next, role: "", requires: [] })}
          />
        )}
        <Select
          label={t("detail.role")}
          value={role}
          disabled={roles.length === 0}
          options={roles.map(({ name, title: label }) => ({
            value: name,
            label: isFilled(name) ? label : t("form.roleEmpty", { role: label }),
          }))}
          onChange={(next) => form.edit({ role: next })}
        />
      </div>
      <Area
        id="new-task-instruction"
        label={t("detail.instruction")}
        rows={6}
        value={form.value.instruction}
        maxLength={INSTRUCTION_MAX}
        help={t("form.instructionHelp")}
        problem={missing.instruction ? t("form.instructionMissing") : undefined}
        onValue={(next) => form.edit({ instruction: next })}
      />
      <Area
        id="new-task-criteria"
        label={t("detail.criteria")}
        rows={2}
        value={form.value.criteria}
        maxLength={CRITERIA_MAX * CRITERION_MAX}
        help={t("form.criteriaHelp")}
        problem={missing.criteria ? t("form.criteriaLong") : undefined}
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
      {missing.room && <Note tone="bad">{t("form.roomMissing")}</Note>}
      {!isAllowed && <Note tone="bad">{t("form.notAllowed", { room: chosen })}</Note>}
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
