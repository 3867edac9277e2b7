import type { Reply } from "@squadroom/client/call";
import { counted } from "@squadroom/core/kernel/words";
import { type ChangeEvent, type ReactNode, useState } from "react";
import { DraftKept } from "../../drafts/draft-kept.tsx";
import { useDraft } from "../../drafts/use-draft.ts";
import { call, explain } from "../../live/api.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Select } from "../../ui/field.tsx";
import { Note } from "../../ui/note.tsx";
import { toast } from "../../ui/toasts.ts";
import { say } from "../../words/say.tsx";

type Read = Reply<"importBacklog">;
type Format = "csv" | "json";

/** A file of items: what it would do is shown before it is done. */
export function ImportDialog({ room, onClose }: { room: string; onClose: () => void }): ReactNode {
  const draft = useDraft<{ content: string; format: Format }>(`items:${room}:import`, {
    content: "",
    format: "csv",
  });
  const { content, format } = draft.value;
  const [read, setRead] = useState<Read | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const change = (text: string, as: Format): void => {
    draft.set({ content: text, format: as });
    setRead(null);
    setProblem(null);
  };
  const choose = (event: ChangeEvent<HTMLInputElement>): void => {
    const [file] = event.target.files ?? [];
    if (!file) return;
    void file.text().then((text) => change(text, file.name.endsWith(".json") ? "json" : "csv"));
  };
  const send = (preview: boolean): void => {
    call("importBacklog", { params: { room }, body: { format, content, preview } })
      .then((reply) => {
        if (preview) return setRead(reply);
        draft.sent({ content, format });
        toast(`Added ${counted(reply.count, "item")}.`);
        onClose();
      })
      .catch((error: unknown) => setProblem(explain(error).message));
  };
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
            <Button kind="primary" onClick={() => send(false)}>
              {`Add ${counted(read.count, "item")}`}
            </Button>
          ) : (
            content !== "" && (
              <Button kind="primary" onClick={() => send(true)}>
                Preview
              </Button>
            )
          )}
        </>
      }
    >
      <div className="bk-form">
        <DraftKept of={draft} />
        <div className="fl">
          <label htmlFor="bk-file">File</label>
          <input id="bk-file" type="file" accept=".csv,.json" onChange={choose} />
          <p className="small muted fl-help">
            CSV or JSON. The first line of a CSV names its columns: title, and optionally body,
            priority, labels, value, complexity, state, reason.
          </p>
        </div>
        <div className="fl">
          <label htmlFor="bk-paste">Or paste it</label>
          <textarea
            id="bk-paste"
            className="field bk-body mono"
            rows={5}
            value={content}
            onChange={(event) => change(event.target.value, format)}
          />
        </div>
        <Select
          label="Format"
          value={format}
          options={[
            { value: "csv", label: "CSV" },
            { value: "json", label: "JSON" },
          ]}
          onChange={(as) => change(content, as as Format)}
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
      {warnings.length > 0 && (
        <p className="small muted">Added with changes to what the file says:</p>
      )}
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
