import { type ReactNode, useId } from "react";
import { DraftKept } from "../drafts/draft-kept.tsx";
import { Button, type ButtonKind } from "../ui/button.tsx";
import { Dialog, type DialogProps } from "../ui/dialog.tsx";
import { Note } from "../ui/note.tsx";
import { type ActFormState, keysOf } from "./use-act-form.ts";
import "../ui/field.css";

/** A dialog that is a form: the problem that belongs to no single field stays in sight above its button. */
export function FormDialog({
  form,
  label,
  kind = "primary",
  keys,
  off,
  before,
  className = "row-form",
  children,
  ...dialog
}: Omit<DialogProps, "footer" | "side"> & {
  form: Omit<ActFormState<never>, "value" | "edit" | "at">;
  /** What its button does; `null`: there is nothing to do yet. */
  label: string | null;
  kind?: ButtonKind;
  /** The keys that send it from within a field. */
  keys?: "Enter" | "Mod+Enter";
  /** Why it can't be sent now. */
  off?: string | undefined;
  /** Comes before the buttons. */
  before?: ReactNode;
  className?: string;
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
          {label !== null && (
            <Button kind={kind} type="submit" form={id} keys={keys} off={off}>
              {label}
            </Button>
          )}
        </>
      }
    >
      <form {...form.binding} id={id} className={className} onKeyDown={keysOf(() => !off && form.submit(), keys)}>
        {children}
        <DraftKept of={form} />
        {form.problem && <Note tone="bad">{form.problem}</Note>}
      </form>
    </Dialog>
  );
}
