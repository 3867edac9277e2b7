import { clsx } from "clsx";
import type { ReactNode } from "react";
import { DraftKept } from "../drafts/draft-kept.tsx";
import { Button, type ButtonKind } from "../ui/button.tsx";
import { Note } from "../ui/note.tsx";
import { type ActFormState, keysOf } from "./use-act-form.ts";

/** A form in place: its fields, the problem that belongs to no single field, its button, and the way back. */
export function ActForm({
  form,
  label,
  kind = "primary",
  keys,
  off,
  more,
  hint,
  onCancel,
  cancel = "Cancel",
  escapes = false,
  className,
  acts = "row",
  children,
}: {
  form: Omit<ActFormState<never>, "value" | "edit" | "at">;
  /** What its button does. */
  label: string;
  kind?: ButtonKind | undefined;
  /** The keys that send it from within a field. */
  keys?: "Enter" | "Mod+Enter";
  /** Why it can't be sent now. */
  off?: string | undefined;
  /** Beside its button. */
  more?: ReactNode;
  hint?: ReactNode;
  onCancel?: (() => void) | undefined;
  cancel?: string;
  /** Escape in a field goes back too; in a panel it first leads out of the field. */
  escapes?: boolean;
  className?: string;
  /** The class around its buttons. */
  acts?: string;
  children: ReactNode;
}): ReactNode {
  return (
    <form
      {...form.binding}
      className={className}
      onKeyDown={keysOf(() => !off && form.submit(), keys, escapes ? onCancel : undefined)}
    >
      {children}
      <DraftKept of={form} />
      {form.problem && <Note tone="bad">{form.problem}</Note>}
      <div className={clsx(acts)}>
        <Button kind={kind} type="submit" keys={keys} off={off}>
          {label}
        </Button>
        {more}
        {onCancel && (
          <Button kind="ghost" onClick={onCancel}>
            {cancel}
          </Button>
        )}
        {hint && <span className="small muted">{hint}</span>}
      </div>
    </form>
  );
}
