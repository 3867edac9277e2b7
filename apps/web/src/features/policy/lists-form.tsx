import { type ReactNode, useId, useState } from "react";
import { Button } from "../../ui/button.tsx";

/** Lists to write, one entry per line. */
export function ListsForm<K extends string>({
  fields,
  labels,
  help,
  save,
  saveLabel,
  canChange,
  onSave,
}: {
  fields: Record<K, string[]>;
  labels: Record<K, string>;
  help: string;
  save: string;
  saveLabel: string;
  canChange: boolean;
  onSave: (lists: Record<K, string[]>) => void;
}): ReactNode {
  const id = useId();
  const names = Object.keys(fields) as K[];
  const [texts, setTexts] = useState(
    () => Object.fromEntries(names.map((name) => [name, fields[name].join("\n")])) as Record<K, string>,
  );
  const isChanged = names.some((name) => entriesOf(texts[name]).join("\n") !== fields[name].join("\n"));
  return (
    <form
      className="pol-form"
      onSubmit={(event) => {
        event.preventDefault();
        onSave(Object.fromEntries(names.map((name) => [name, entriesOf(texts[name])])) as Record<K, string[]>);
      }}
    >
      {names.map((name) => (
        <div key={name} className="fl">
          <label htmlFor={`${id}-${name}`}>{labels[name]}</label>
          <textarea
            id={`${id}-${name}`}
            className="pol-area"
            rows={Math.max(2, fields[name].length)}
            spellCheck={false}
            readOnly={!canChange}
            aria-describedby={`${id}-help`}
            value={texts[name]}
            onChange={(event) => setTexts({ ...texts, [name]: event.target.value })}
          />
        </div>
      ))}
      <p id={`${id}-help`} className="small muted">
        {help}
      </p>
      {canChange && isChanged && (
        <Button type="submit" kind="primary" aria-label={saveLabel}>
          {save}
        </Button>
      )}
    </form>
  );
}

/** A list as a person writes it: one entry per line. */
function entriesOf(text: string): string[] {
  const lines = text.split("\n").map((line) => line.trim());
  return [...new Set(lines.filter(Boolean))];
}
