import { counted } from "@squadroom/core/kernel/words";
import type { Task } from "@squadroom/core/task/task";
import { availableRoles } from "@squadroom/core/team/availability";
import { type ReactNode, useState } from "react";
import { ActForm } from "../../act/act-form.tsx";
import { useActs } from "../../act/use-act.ts";
import { useActForm } from "../../act/use-act-form.ts";
import type { Names } from "../../live/names.ts";
import type { RoomState } from "../../live/room-state.ts";
import { Area } from "../../ui/area.tsx";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/field.tsx";
import { Note } from "../../ui/note.tsx";
import { say } from "../../words/say.tsx";
import { dependantsOf } from "./dependants.ts";
import "../../ui/acts.css";
import "./task-sheet.css";

type Act = "retry" | "front" | "putBack" | "handOn" | "allow" | "cancel";
type TaskActionsProps = { task: Task; state: RoomState; names: Names; onDone: () => void };

/** Acts that need no text from the person. */
const STEERS = {
  retry: ["retryTask", "is tried again."],
  front: ["moveTaskToFront", "is next."],
  putBack: ["putBackTask", "is back in the queue."],
} as const;

/** What a lead may do with a task, each act with its consequence beside it. */
export function TaskActions({ task, state, names, onDone }: TaskActionsProps): ReactNode {
  const [form, setForm] = useState<"handOn" | "allow" | "cancel" | null>(null);
  const room = state.view.name;
  const role = names.role(task.role);
  const dependants = dependantsOf(state.view, task.id).length;
  const target = { params: { room, taskId: task.id } };
  const acts = useActs();
  const steer = (what: keyof typeof STEERS): void => {
    const [route, done] = STEERS[what];
    void acts.send(route, target, { said: () => `${task.id} ${done}`, onDone });
  };
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
    return <HandOnForm task={task} state={state} names={names} onCancel={() => setForm(null)} onDone={onDone} />;
  if (form === "allow") return <AllowForm task={task} room={room} onCancel={() => setForm(null)} onDone={onDone} />;
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
          <Button kind="primary" onClick={() => steer("retry")}>
            Retry
          </Button>
          <span>{hints.retry}</span>
        </p>
      )}
      {task.lease && (
        <p className="act-row">
          <Button onClick={() => steer("putBack")}>Put it back</Button>
          <span>{hints.putBack}</span>
        </p>
      )}
      {canMove && (
        <p className="act-row">
          <Button onClick={() => steer("front")}>Send to the front</Button>
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
      {acts.problem && <Note tone="bad">{acts.problem}</Note>}
    </div>
  );
}

function HandOnForm({ task, state, names, onCancel, onDone }: TaskActionsProps & { onCancel: () => void }): ReactNode {
  const roles = state.view.team?.roles ?? [];
  const isOpen = (to: string): boolean => availableRoles(state.view).some((role) => role === to);
  const form = useActForm("handOn", {
    draft: `task:${state.view.roomId}:${task.id}:handOn`,
    start: {
      to: String(roles.find((role) => role.name !== task.role)?.name ?? task.role),
      message: "",
    },
    lacks: ({ message }) => ({
      message: message.trim() === "" && "Write a note: it tells the next agent what you want.",
    }),
    gives: ({ to, message }) => ({
      params: { room: state.view.name, taskId: task.id },
      body: { to, message: message.trim(), queueAnyway: !isOpen(to) },
    }),
    said: (_, { to }) => say`${task.id} went to ${names.role(to)}.`,
    onDone,
  });
  const { to } = form.value;
  return (
    <ActForm form={form} label="Hand on" className="ta-form" cancel="Keep as is" onCancel={onCancel}>
      <Select {...form.at("to")} label="To" options={roles.map((role) => ({ value: role.name, label: role.title }))} />
      {!isOpen(to) && <Note tone="warn">{say`No ${names.role(to)} is connected. It waits until one is.`}</Note>}
      <Area {...form.at("message")} label="Note for the next agent" autoFocus />
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
  const form = useActForm("cancelTask", {
    draft: `task:${room}:${task.id}:cancel`,
    start: { reason: "" },
    gives: ({ reason }) => ({
      params: { room, taskId: task.id },
      body: { reason: reason.trim(), cascade },
    }),
    said: () => `${task.id} is cancelled.`,
    onDone,
  });
  return (
    <ActForm
      form={form}
      label={`Cancel ${task.id}`}
      kind="danger"
      hint={hint}
      className="ta-form"
      cancel="Keep as is"
      onCancel={onCancel}
    >
      <Area {...form.at("reason")} label="Why (optional)" autoFocus />
    </ActForm>
  );
}

type AllowFormProps = { task: Task; room: string; onCancel: () => void; onDone: () => void };

/** A lead lets one task change files beyond its boundaries, and says why. */
function AllowForm({ task, room, onCancel, onDone }: AllowFormProps): ReactNode {
  const form = useActForm("allowPaths", {
    draft: `task:${room}:${task.id}:allow`,
    start: { paths: "", reason: "" },
    lacks: ({ paths, reason }) => ({
      paths: paths.trim() === "" && "Name a file: it goes in the log with your name.",
      reason: reason.trim() === "" && "Give the reason: it goes in the log with your name.",
    }),
    gives: ({ paths, reason }) => ({
      params: { room, taskId: task.id },
      body: {
        paths: paths.split("\n").flatMap((line) => line.trim() || []),
        reason: reason.trim(),
      },
    }),
    said: () => `${task.id} may change these files.`,
    onDone,
  });
  return (
    <ActForm form={form} label="Allow files" className="ta-form" cancel="Keep as is" onCancel={onCancel}>
      <Area {...form.at("paths")} label="Files or patterns, one per line" className="area mono" autoFocus />
      <Area {...form.at("reason")} label="Why" />
    </ActForm>
  );
}
