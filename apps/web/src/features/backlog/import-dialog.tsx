import type { Reply } from "@squadroom/client/call";
import { counted } from "@squadroom/core/kernel/words";
import type { ChangeEvent, ReactNode } from "react";
import { useAct } from "../../act/use-act.ts";
import { useActForm } from "../../act/use-act-form.ts";
import { DraftKept } from "../../drafts/draft-kept.tsx";
import { Area } from "../../ui/area.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Select } from "../../ui/field.tsx";
import { Note } from "../../ui/note.tsx";
import { say } from "../../words/say.tsx";

type Read = Reply<"importBacklog">;
type Format = "csv" | "json";

/** A file of items: its effect is shown before anything is done. */
export function ImportDialog({ room, onClose }: { room: string; onClose: () => void }): ReactNode {
  const look = useAct("importBacklog");
  const form = useActForm("importBacklog", {
    draft: `items:${room}:import`,
    start: { content: "", format: "csv" as Format },
    gives: (body) => ({ params: { room }, body: { ...body, preview: false } }),
    said: ({ count }) => `Added ${counted(count, "item")}.`,
    onDone: onClose,
  });
  const { content, format } = form.value;
  const change = (written: Partial<typeof form.value>): void => {
    form.edit(written);
    look.reset();
  };
  const choose = (event: ChangeEvent<HTMLInputElement>): void => {
    const [file] = event.target.files ?? [];
    if (!file) return;
    const as = file.name.endsWith(".json") ? "json" : "csv";
    void file.text().then((text) => change({ content: text, format: as }));
  };
  const read = look.reply;
  const problem = look.problem ?? form.problem;
  const isReady = read !== null && read.problems.length === 0;
  return (
    <Dialog
      onClose={onClose}
      title="Import items"
      footer={
        <>
          <Button kind="ghost" onClick={onClose}>
            Cancel
          </Button>
          {isReady ? (
            <Button kind="primary" onClick={() => form.submit()}>
              {`Add ${counted(read.count, "item")}`}
            </Button>
          ) : (
            content !== "" && (
              <Button
                kind="primary"
                onClick={() => void look.send({ params: { room }, body: { format, content, preview: true } })}
              >
                Preview
              </Button>
            )
          )}
        </>
      }
    >
      <div className="bk-form">
        <DraftKept of={form} />
        <div className="fl">
          <label htmlFor="bk-file">File</label>
          <input id="bk-file" type="file" accept=".csv,.json" onChange={choose} />
          <p className="small muted fl-help">
            CSV or JSON. The first line of a CSV names its columns: title, and optionally body, priority, labels, value,
            complexity, state, reason.
          </p>
        </div>
        <Area
          label="Or paste it"
          className="field bk-body mono"
          rows={5}
          value={content}
          onChange={(text) => change({ content: text })}
        />
        <Select
          label="Format"
          value={format}
          labels={{ csv: "CSV", json: "JSON" }}
          onChange={(as) => change({ format: as })}
        />
        <div aria-live="polite">{read && <Preview read={read} />}</div>
        {problem && <Note tone="bad">{problem}</Note>}
      </div>
    </Dialog>
  );
}

function Preview({ read }: { read: Read }): ReactNode {
  const { problems, warnings, items } = read;
  const lineOf = ({ line, field, message }: Read["problems"][number]): string =>
    field ? say`Line ${line}, ${field}: ${message}` : say`Line ${line}: ${message}`;
  return (
    <>
      {problems.length > 0 ? (
        <Note tone="bad">{`${counted(problems.length, "problem: nothing is added until it's", "problems: nothing is added until they're")} fixed.`}</Note>
      ) : (
        <p className="strong">{`${counted(read.count, "item")} will be added, behind all others.`}</p>
      )}
      <ul className="bk-lines">
        {problems.map((one) => (
          <li key={lineOf(one)} className="c-bad">
            {lineOf(one)}
          </li>
        ))}
      </ul>
      {warnings.length > 0 && <p className="small muted">Added with changes to what the file says:</p>}
      <ul className="bk-lines">
        {warnings.map((one) => (
          <li key={lineOf(one)} className="muted">
            {lineOf(one)}
          </li>
        ))}
        {problems.length === 0 &&
          items.slice(0, 5).map(({ title }) => (
            <li key={title} className="ink2">
              {title}
            </li>
          ))}
      </ul>
    </>
  );
}
