import type { RoomCard } from "@squadroom/core/room/card";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useState } from "react";
import { DraftKept } from "../../drafts/draft-kept.tsx";
import { useDraft } from "../../drafts/use-draft.ts";
import { may } from "../../live/allowed.ts";
import { call, explain, newKey } from "../../live/api.ts";
import { useRooms } from "../../live/rooms.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, Select } from "../../ui/field.tsx";
import { Note } from "../../ui/note.tsx";
import { toast } from "../../ui/toasts.ts";
import { wordsOf } from "../../words/words-of.ts";
import { RequiresField } from "./requires-field.tsx";
import "../../ui/field.css";
import "./words.ts";
import "./new-task.css";

const FORM = "new-task";
const TITLE_MAX = 200;
const INSTRUCTION_MAX = 20_000;
const CRITERION_MAX = 500;
const CRITERIA_MAX = 50;

const START = {
  room: "",
  title: "",
  role: "",
  instruction: "",
  criteria: "",
  requires: [] as string[],
};

/** One task, given to a role by a person. */
export function NewTaskDialog({ room, onClose }: { room: string; onClose: () => void }): ReactNode {
  const { t } = wordsOf("task");
  const cards = useRooms().data ?? [];
  const form = useDraft(`new-task:${room}`, START);
  const [isBusy, setBusy] = useState(false);
  const [wasTried, setTried] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [key] = useState(newKey);
  const chosen = room || form.value.room;
  const state = useQuery({
    queryKey: ["new-task", chosen],
    queryFn: () => call("getRoom", { params: { room: chosen }, query: { events: 0 } }),
    enabled: chosen !== "",
    structuralSharing: false,
    // Its tasks are those of now.
    gcTime: 0,
  }).data;
  const { title, instruction } = form.value;
  const roles = state?.view.team?.roles ?? [];
  const role = roles.some(({ name }) => name === form.value.role)
    ? form.value.role
    : (state?.view.team?.entryPoint ?? "");
  const criteria = linesOf(form.value.criteria);
  const isAllowed = state === undefined || may(state, "createTasks");
  const missing = {
    room: chosen === "",
    title: title.trim() === "",
    instruction: instruction.trim() === "",
    criteria: criteria.length > CRITERIA_MAX || criteria.some((one) => one.length > CRITERION_MAX),
  };
  const create = async (): Promise<void> => {
    const { requires } = form.value;
    const { tasks } = await call("createTasks", {
      key,
      params: { room: chosen },
      body: {
        tasks: [
          {
            role,
            title: title.trim(),
            instruction,
            ...(criteria.length > 0 ? { successCriteria: criteria } : {}),
            ...(requires.length > 0 ? { requires } : {}),
          },
        ],
      },
    });
    form.sent(form.value);
    onClose();
    toast(t("form.created", { task: tasks[0]?.id ?? "", room: chosen }));
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (isBusy || !isAllowed || role === "" || Object.values(missing).includes(true)) return;
    setBusy(true);
    setProblem(null);
    create()
      .catch((error: unknown) => setProblem(explain(error).message))
      .finally(() => setBusy(false));
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={room ? t("form.newIn", { room }) : t("form.new")}
      width={560}
      footer={
        <>
          <Button kind="ghost" onClick={onClose}>
            {t("form.cancel")}
          </Button>
          <Button kind="primary" type="submit" form={FORM} keys="Mod+Enter">
            {t("form.create")}
          </Button>
        </>
      }
    >
      <form
        id={FORM}
        className="nt-form"
        onSubmit={submit}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) submit(event);
        }}
      >
        <Field
          label={t("form.title")}
          value={title}
          maxLength={TITLE_MAX}
          autoComplete="off"
          problem={wasTried && missing.title ? t("form.titleMissing") : undefined}
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
              label: isFilled(cards, chosen, name) ? label : t("form.roleEmpty", { role: label }),
            }))}
            onChange={(next) => form.edit({ role: next })}
          />
        </div>
        <Area
          id="new-task-instruction"
          label={t("detail.instruction")}
          rows={6}
          value={instruction}
          maxLength={INSTRUCTION_MAX}
          help={t("form.instructionHelp")}
          problem={wasTried && missing.instruction ? t("form.instructionMissing") : undefined}
          onValue={(next) => form.edit({ instruction: next })}
        />
        <Area
          id="new-task-criteria"
          label={t("detail.criteria")}
          rows={2}
          value={form.value.criteria}
          maxLength={CRITERIA_MAX * CRITERION_MAX}
          help={t("form.criteriaHelp")}
          problem={wasTried && missing.criteria ? t("form.criteriaLong") : undefined}
          onValue={(next) => form.edit({ criteria: next })}
        />
        {state && state.view.tasks.length > 0 && (
          <RequiresField
            tasks={state.view.tasks}
            value={form.value.requires}
            onChange={(requires) => form.edit({ requires })}
          />
        )}
        <DraftKept of={form} />
        {wasTried && missing.room && <Note tone="bad">{t("form.roomMissing")}</Note>}
        {!isAllowed && <Note tone="bad">{t("form.notAllowed", { room: chosen })}</Note>}
        {problem && <Note tone="bad">{problem}</Note>}
      </form>
    </Dialog>
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

function isFilled(cards: readonly RoomCard[], room: string, role: string): boolean {
  const members = cards.find(({ name }) => name === room)?.members ?? [];
  return members.some((member) => member.role === role && member.presence !== null);
}

/** One criterion a line; a dash in front of it is a habit. */
function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.replace(/^\s*[-*]\s+/, "").trim())
    .filter((line) => line !== "");
}
