import type { Reply } from "@squadroom/client/call";
import { type ChangeEvent, type ReactNode, useState } from "react";
import { DraftKept } from "../../drafts/draft-kept.tsx";
import { useDraft } from "../../drafts/use-draft.ts";
import { call, explain } from "../../live/api.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Select } from "../../ui/field.tsx";
import { Note } from "../../ui/note.tsx";
import { toast } from "../../ui/toasts.ts";
import { t } from "./words.ts";

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
        toast(t("import.done", { count: reply.count }));
        onClose();
      })
      .catch((error: unknown) => setProblem(explain(error).message));
  };
  const isReady = read !== null && read.problems.length === 0;
  return (
    <Dialog
      onClose={onClose}
      title={t("import.title")}
      footer={
        <>
          <Button kind="ghost" onClick={onClose}>
            {t("import.cancel")}
          </Button>
          {isReady ? (
            <Button kind="primary" onClick={() => send(false)}>
              {t("import.add", { count: read.count })}
            </Button>
          ) : (
            content !== "" && (
              <Button kind="primary" onClick={() => send(true)}>
                {t("import.preview")}
              </Button>
            )
          )}
        </>
      }
    >
      <div className="bk-form">
        <DraftKept of={draft} />
        <div className="fl">
          <label htmlFor="bk-file">{t("import.file")}</label>
          <input id="bk-file" type="file" accept=".csv,.json" onChange={choose} />
          <p className="small muted fl-help">{t("import.help")}</p>
        </div>
        <div className="fl">
          <label htmlFor="bk-paste">{t("import.text")}</label>
          <textarea
            id="bk-paste"
            className="field bk-body mono"
            rows={5}
            value={content}
            onChange={(event) => change(event.target.value, format)}
          />
        </div>
        <Select
          label={t("import.format")}
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
    field ? t("import.lineField", { line, field, message }) : t("import.line", { line, message });
  return (
    <>
      {problems.length > 0 ? (
        <Note tone="bad">{t("import.problems", { count: problems.length })}</Note>
      ) : (
        <p className="strong">{t("import.found", { count: read.count })}</p>
      )}
      <ul className="bk-lines">
        {problems.map((one) => (
          <li key={lineOf(one)} className="c-bad">
            {lineOf(one)}
          </li>
        ))}
      </ul>
      {warnings.length > 0 && <p className="small muted">{t("import.warnings")}</p>}
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
