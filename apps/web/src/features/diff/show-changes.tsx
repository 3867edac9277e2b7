import { type ReactNode, useState } from "react";
import { DiffDialog } from "./changed-files.tsx";
import "./changed-files.css";

/** The lines that a task's result added and removed; they open its diff. */
export function ShowChanges({
  room,
  taskId,
  changes: { added, removed },
}: {
  room: string;
  taskId: string;
  changes: { added: number; removed: number };
}): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const size = `+${added} −${removed}`;
  return (
    <>
      <button
        type="button"
        className="cf-show"
        aria-label={`Show the changes of ${taskId}: ${size}`}
        onClick={() => setOpen(true)}
      >
        {size}
      </button>
      {isOpen && <DiffDialog room={room} taskId={taskId} fileId={null} onClose={() => setOpen(false)} />}
    </>
  );
}
