import { clsx } from "clsx";
import { type ReactNode, useId, useRef, useState } from "react";
import { DraftKept } from "../../drafts/draft-kept.tsx";
import { useDraft } from "../../drafts/use-draft.ts";
import { Button } from "../../ui/button.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { say } from "../../words/say.tsx";
import "../../ui/area.css";
import "./answer.css";

/**
 * The note that goes with an answer. Ctrl or ⌘ and Enter send it, Escape goes back and keeps it; the sender settles the
 * draft once the server has it.
 */
export function NoteForm({
  draftKey,
  label,
  action,
  hint,
  isNeeded,
  isFinal = false,
  isBusy,
  onSend,
  onBack,
}: {
  draftKey: string;
  label: string;
  action: string;
  hint?: string;
  isNeeded: boolean;
  isFinal?: boolean;
  isBusy: boolean;
  onSend: (note: string) => void;
  onBack: () => void;
}): ReactNode {
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const [isMissing, setMissing] = useState(false);
  const draft = useDraft(draftKey, "");
  const submit = (): void => {
    const note = draft.value;
    if (isBusy) return;
    if (isNeeded && note.trim() === "") {
      setMissing(true);
      area.current?.focus();
      return;
    }
    onSend(note);
  };
  return (
    <form
      className="nf"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onKeyDown={(event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
          event.preventDefault();
          submit();
        } else if (event.key === "Escape") {
          event.preventDefault();
          onBack();
        }
      }}
    >
      <label htmlFor={id} className="strong">
        {isNeeded ? label : say`${label} (optional)`}
      </label>
      <textarea
        id={id}
        ref={area}
        className="area"
        rows={2}
        value={draft.value}
        aria-invalid={isMissing || undefined}
        aria-describedby={isMissing ? `${id}-missing` : undefined}
        onChange={(event) => {
          setMissing(false);
          draft.set(event.target.value);
        }}
        // biome-ignore lint/a11y/noAutofocus: the person has just asked for this field
        autoFocus
      />
      {isMissing && (
        <p id={`${id}-missing`} className="small c-bad" role="alert">
          Write a note first: it's part of this answer.
        </p>
      )}
      <DraftKept of={draft} />
      <div className="nf-acts">
        <Button
          type="submit"
          kind={isFinal ? "danger" : "primary"}
          className={clsx(isFinal && "nf-final")}
          keys="Mod+Enter"
        >
          {action}
        </Button>
        <Button kind="ghost" onClick={onBack}>
          Back
        </Button>
        {hint && <span className="small muted">{hint}</span>}
      </div>
      <span className="sr">
        <Kbd keys="Mod+Enter" /> to send
      </span>
    </form>
  );
}
