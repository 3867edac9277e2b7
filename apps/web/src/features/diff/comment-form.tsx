import { type ReactNode, useEffect, useRef, useState } from "react";
import { keysOf, useActForm } from "../../act/use-act-form.ts";
import { Area } from "../../ui/area.tsx";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/field.tsx";
import { Note } from "../../ui/note.tsx";
import { COMMENT_OUTCOME, type Place, SEVERITIES, type Severity, type Subject } from "./commenting.ts";
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
  const form = useActForm("commentLines", {
    draft: `comment:${room}:${Object.values(subject).join()}:${file}:${side}:${line}`,
    start: { text: "" },
    gives: ({ text }) => {
      const at = { file, side, line, ...(endLine > line && { endLine }) };
      return {
        params: { room },
        body: { ...subject, comments: [{ ...at, text: text.trim(), severity }] },
      };
    },
    said: ({ taskId, outcome }) => COMMENT_OUTCOME[outcome](taskId),
    onDone: onClose,
  });
  const [severity, setSeverity] = useState<Severity>("medium");
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => box.current?.focus(), []);
  useEffect(() => {
    // Before a surrounding dialog hears of it: that stays open.
    const leave = (event: KeyboardEvent): void => {
      if (event.key !== "Escape" || event.target !== box.current) return;
      event.stopPropagation();
      onClose();
    };
    window.addEventListener("keydown", leave, true);
    return () => window.removeEventListener("keydown", leave, true);
  }, [onClose]);
  const isEmpty = form.value.text.trim() === "";
  const label = endLine > line ? `Comment on lines ${line} to ${endLine}` : `Comment on line ${line}`;
  return (
    <form {...form.binding} className="df-note df-form" onKeyDown={keysOf(() => isEmpty || form.submit(), "Mod+Enter")}>
      <Area {...form.at("text")} ref={box} label={label} hideLabel className="field" rows={3} placeholder={label} />
      {form.problem && <Note tone="bad">{form.problem}</Note>}
      <p className="small muted">It becomes a finding of the review. Shift-click another line to comment on several.</p>
      <div className="df-form-acts">
        <Select
          label="How severe it is"
          hideLabel
          value={severity}
          options={SEVERITIES.map((value) => ({ value, label: FINDING_SEVERITY[value] }))}
          onChange={setSeverity}
        />
        <Button kind="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button kind="primary" type="submit" keys="Mod+Enter" off={isEmpty ? "Write the comment first." : undefined}>
          Comment
        </Button>
      </div>
    </form>
  );
}
