import { type ReactNode, useEffect, useRef, useState } from "react";
import { useDraft } from "../../drafts/use-draft.ts";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/field.tsx";
import { Note } from "../../ui/note.tsx";
import { type Place, SEVERITIES, type Severity, type Subject, sendComment } from "./commenting.ts";
import { FINDING_SEVERITY } from "./words.ts";

/** Below the lines that it is about. */
export function CommentForm({
  room,
  subject,
  place,
  onClose,
}: {
  room: string;
  subject: Subject;
  place: Place;
  onClose: () => void;
}): ReactNode {
  const { file, side, line, endLine } = place;
  const draft = useDraft(
    `comment:${room}:${Object.values(subject).join()}:${file}:${side}:${line}`,
    "",
  );
  const [severity, setSeverity] = useState<Severity>("medium");
  const [problem, setProblem] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => box.current?.focus(), []);
  useEffect(() => {
    // Before a dialog around it hears of it, which stays open.
    const leave = (event: KeyboardEvent): void => {
      if (event.key !== "Escape" || event.target !== box.current) return;
      event.stopPropagation();
      onClose();
    };
    window.addEventListener("keydown", leave, true);
    return () => window.removeEventListener("keydown", leave, true);
  }, [onClose]);
  const text = draft.value.trim();
  const send = async (): Promise<void> => {
    if (text === "" || isSending) return;
    setSending(true);
    const wrong = await sendComment(room, subject, place, { text, severity });
    setSending(false);
    setProblem(wrong);
    if (wrong !== null) return;
    draft.sent(draft.value);
    onClose();
  };
  const label =
    endLine > line ? `Comment on lines ${line} to ${endLine}` : `Comment on line ${line}`;
  return (
    <form
      className="df-note df-form"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <textarea
        ref={box}
        className="field"
        rows={3}
        maxLength={2_000}
        aria-label={label}
        placeholder={label}
        value={draft.value}
        onChange={(event) => draft.set(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          void send();
        }}
      />
      {problem !== null && <Note tone="bad">{problem}</Note>}
      <p className="small muted">
        It becomes a finding of the review. Shift-click another line to comment on several.
      </p>
      <div className="df-form-acts">
        <Select
          label="How severe it is"
          hideLabel
          value={severity}
          options={SEVERITIES.map((value) => ({ value, label: FINDING_SEVERITY[value] }))}
          onChange={(next) => setSeverity(next as Severity)}
        />
        <Button kind="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button
          kind="primary"
          type="submit"
          keys="Mod+Enter"
          off={text === "" ? "Write the comment first." : undefined}
        >
          Comment
        </Button>
      </div>
    </form>
  );
}
