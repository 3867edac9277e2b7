import { counted } from "@squadroom/core/kernel/words";
import type { Task } from "@squadroom/core/task/task";
import { availableRoles } from "@squadroom/core/team/availability";
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useDraft } from "../../drafts/use-draft.ts";
import { call, explain } from "../../live/api.ts";
import type { Names } from "../../live/names.ts";
import type { RoomState } from "../../live/room-state.ts";
import { Area } from "../../ui/area.tsx";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/field.tsx";
import { Note } from "../../ui/note.tsx";
import { toast } from "../../ui/toasts.ts";
import { say } from "../../words/say.tsx";
import { ActForm } from "./act-form.tsx";
import { AllowForm } from "./allow-form.tsx";
import { dependantsOf } from "./dependants.ts";
import "../../ui/acts.css";
import "./task-sheet.css";

const ACT_DONE = {
  retry: (task) => `${task} is tried again.`,
  front: (task) => `${task} is next.`,
  putBack: (task) => `${task} is back in the queue.`,
} satisfies Record<string, (task: string) => string>;

type Act = "retry" | "front" | "putBack" | "handOn" | "allow" | "cancel";
type TaskActionsProps = { task: Task; state: RoomState; names: Names; onDone: () => void };

type Target = { params: { room: string; taskId: string } };

/** What needs no word from whoever does it. */
const STEERS = {
  retry: (target: Target) => call("retryTask", target),
  front: (target: Target) => call("moveTaskToFront", target),
  putBack: (target: Target) => call("putBackTask", { ...target, body: {} }),
};

/** What a lead may do with a task, each with its consequence beside it. */
export function TaskActions({ task, state, names, onDone }: TaskActionsProps): ReactNode {
  const [form, setForm] = useState<"handOn" | "allow" | "cancel" | null>(null);
  const room = state.view.name;
  const role = names.role(task.role);
  const dependants = dependantsOf(state.view, task.id).length;
  const target = { params: { room, taskId: task.id } };
  const act = useMutation({
    mutationFn: (what: keyof typeof STEERS) => STEERS[what](target),
    onSuccess: (_, what) => {
      toast(ACT_DONE[what](task.id));
      onDone();
    },
  });
  const canMove = task.state === "pending" && task.frontAt === null;
  const { allowed, forbidden } = task.boundaries;
  const isLimited = task.state !== "in_review" && allowed.length + forbidden.length > 0;
  const hints: Record<Act, string> = {
    retry: say`starts from attempt 1, for ${role}`,
    front: say`taken next by ${role}`,
    putBack: say`back to the queue with its progress and files; ${task.lease ? names.agent(task.lease.agentId) : ""} stops`,
    handOn: task.lease
      ? say`moves it with your note; ${names.agent(task.lease.agentId)} stops`
      : "moves it with your note",
    allow: "lets this task change files beyond its boundaries",
    cancel:
      dependants > 0
        ? `ends it for good, with ${counted(dependants, "task that needs", "tasks that need")} it`
        : "ends it for good",
  };
  if (form === "handOn")
    return (
      <HandOnForm
        task={task}
        state={state}
        names={names}
        onCancel={() => setForm(null)}
        onDone={onDone}
      />
    );
  if (form === "allow")
    return <AllowForm task={task} room={room} onCancel={() => setForm(null)} onDone={onDone} />;
  if (form === "cancel")
    return (
      <CancelForm
        task={task}
        room={room}
        cascade={dependants > 0}
        hint={hints.cancel}
        onCancel={() => setForm(null)}
        onDone={onDone}
      />
    );
  return (
    <div className="acts">
      {task.state === "failed" && (
        <p className="act-row">
          <Button kind="primary" onClick={() => act.mutate("retry")}>
            Retry
          </Button>
          <span>{hints.retry}</span>
        </p>
      )}
      {task.lease && (
        <p className="act-row">
          <Button onClick={() => act.mutate("putBack")}>Put it back</Button>
          <span>{hints.putBack}</span>
        </p>
      )}
      {canMove && (
        <p className="act-row">
          <Button onClick={() => act.mutate("front")}>Send to the front</Button>
          <span>{hints.front}</span>
        </p>
      )}
      {(state.view.team?.roles.length ?? 0) > 1 && (
        <p className="act-row">
          <Button onClick={() => setForm("handOn")}>Hand to another role</Button>
          <span>{hints.handOn}</span>
        </p>
      )}
      {isLimited && (
        <p className="act-row">
          <Button onClick={() => setForm("allow")}>Allow more files</Button>
          <span>{hints.allow}</span>
        </p>
      )}
      <p className="act-row">
        <Button kind="danger" onClick={() => setForm("cancel")}>
          Cancel the task
        </Button>
        <span>{hints.cancel}</span>
      </p>
      {act.isError && <Note tone="bad">{explain(act.error).message}</Note>}
    </div>
  );
}

function HandOnForm({
  task,
  state,
  names,
  onCancel,
  onDone,
}: TaskActionsProps & { onCancel: () => void }): ReactNode {
  const roles = state.view.team?.roles ?? [];
  const [to, setTo] = useState(() =>
    String(roles.find((role) => role.name !== task.role)?.name ?? task.role),
  );
  const draft = useDraft(`task:${state.view.roomId}:${task.id}:handOn`, "");
  const { value: note } = draft;
  const isMissing = !availableRoles(state.view).some((role) => role === to);
  const send = useMutation({
    mutationFn: () =>
      call("handOn", {
        params: { room: state.view.name, taskId: task.id },
        body: { to, message: note.trim(), queueAnyway: isMissing },
      }),
    onSuccess: () => {
      draft.sent(note);
      toast(say`${task.id} went to ${names.role(to)}.`);
      onDone();
    },
  });
  return (
    <ActForm
      draft={draft}
      send={send}
      missing={note.trim() === "" ? "Write a note: it tells the next agent what you want." : null}
      confirm="Hand on"
      onCancel={onCancel}
    >
      {(tried) => (
        <>
          <Select
            label="To"
            value={to}
            onChange={setTo}
            options={roles.map((role) => ({ value: role.name, label: role.title }))}
          />
          {isMissing && (
            <Note tone="warn">{say`No ${names.role(to)} is connected. It waits until one is.`}</Note>
          )}
          <Area
            label="Note for the next agent"
            value={note}
            onChange={draft.set}
            isWrong={tried && note.trim() === ""}
            autoFocus
          />
        </>
      )}
    </ActForm>
  );
}

type CancelFormProps = {
  task: Task;
  room: string;
  cascade: boolean;
  hint: string;
  onCancel: () => void;
  onDone: () => void;
};

function CancelForm({ task, room, cascade, hint, onCancel, onDone }: CancelFormProps): ReactNode {
  const draft = useDraft(`task:${room}:${task.id}:cancel`, "");
  const { value: reason } = draft;
  const send = useMutation({
    mutationFn: () =>
      call("cancelTask", {
        params: { room, taskId: task.id },
        body: { reason: reason.trim(), cascade },
      }),
    onSuccess: () => {
      draft.sent(reason);
      toast(`${task.id} is cancelled.`);
      onDone();
    },
  });
  return (
    <ActForm
      draft={draft}
      send={send}
      confirm={`Cancel ${task.id}`}
      kind="danger"
      hint={hint}
      onCancel={onCancel}
    >
      {() => <Area label="Why (optional)" value={reason} onChange={draft.set} autoFocus />}
    </ActForm>
  );
}
