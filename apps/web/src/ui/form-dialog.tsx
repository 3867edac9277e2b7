import { type ReactNode, useId } from "react";
import { Button } from "./button.tsx";
import { Dialog, type DialogProps } from "./dialog.tsx";
import { Note } from "./note.tsx";

/** A dialog that is a form: what was refused stays in sight above its button. */
export function FormDialog({
  label,
  keys,
  off,
  before,
  problem,
  className,
  onSubmit,
  children,
  ...dialog
}: Omit<DialogProps, "footer" | "side"> & {
  /** What its button does. */
  label: string;
  /** What sends it from within a field. */
  keys?: "Enter" | "Mod+Enter";
  /** Why it can't be sent now. */
  off?: string | undefined;
  /** Stands in front of the buttons. */
  before?: ReactNode;
  problem?: string | null | undefined;
  className: string;
  onSubmit: () => void;
}): ReactNode {
  const id = useId();
  return (
    <Dialog
      {...dialog}
      footer={
        <>
          {before}
          <Button kind="ghost" onClick={dialog.onClose}>
            Cancel
          </Button>
          <Button kind="primary" type="submit" form={id} keys={keys} off={off}>
            {label}
          </Button>
        </>
      }
    >
      <form
        id={id}
        className={className}
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
        onKeyDown={(event) => {
          if (keys !== "Mod+Enter" || event.key !== "Enter") return;
          if (!event.ctrlKey && !event.metaKey) return;
          event.preventDefault();
          onSubmit();
        }}
      >
        {children}
        {problem && <Note tone="bad">{problem}</Note>}
      </form>
    </Dialog>
  );
}
