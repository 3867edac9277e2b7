import type { Task } from "@squadroom/core/task/task";
import type { ReactNode } from "react";
import { ActForm } from "../../act/act-form.tsx";
import { useActForm } from "../../act/use-act-form.ts";
import { Area } from "../../ui/area.tsx";

type AllowFormProps = { task: Task; room: string; onCancel: () => void; onDone: () => void };

/** A lead lets one task change files beyond its boundaries, and says why. */
export function AllowForm({ task, room, onCancel, onDone }: AllowFormProps): ReactNode {
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
