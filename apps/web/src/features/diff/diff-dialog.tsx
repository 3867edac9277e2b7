import type { ReactNode } from "react";
import { Dialog } from "../../ui/dialog.tsx";
import { StoredDiff } from "./stored-diff.tsx";

/** The changes of a result, above what names them. */
export function DiffDialog({
  room,
  fileId,
  title,
  onClose,
}: {
  room: string;
  fileId: string;
  title: string;
  onClose: () => void;
}): ReactNode {
  return (
    <Dialog open onClose={onClose} title={title} width={960}>
      <StoredDiff room={room} fileId={fileId} />
    </Dialog>
  );
}
