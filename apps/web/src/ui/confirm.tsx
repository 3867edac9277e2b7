import type { ReactNode } from "react";
import { explain } from "../live/api.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { Note } from "./note.tsx";

/** Asks before an act and says what it does, or asks what it needs; what went wrong stays in sight. */
export function Confirm({
  title,
  text,
  label,
  isDangerous = false,
  width = 440,
  act,
  onClose,
  children,
}: {
  title: string;
  text?: string;
  /** `null`: there is nothing to do yet. */
  label: string | null;
  isDangerous?: boolean;
  width?: number;
  act: { mutate: () => void; isPending: boolean; error: unknown };
  onClose: () => void;
  children?: ReactNode;
}): ReactNode {
  return (
    <Dialog
      onClose={onClose}
      title={title}
      width={width}
      footer={
        <>
          <Button kind="ghost" onClick={onClose}>
            Cancel
          </Button>
          {label !== null && (
            <Button
              kind={isDangerous ? "danger" : "primary"}
              onClick={() => !act.isPending && act.mutate()}
            >
              {label}
            </Button>
          )}
        </>
      }
    >
      {text !== undefined && <p className="ink2">{text}</p>}
      {children}
      {act.error !== null && <Note tone="bad">{explain(act.error).message}</Note>}
    </Dialog>
  );
}
