import type { Reply } from "@squadroom/client/call";
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";
import { call } from "../../live/api.ts";
import { Confirm } from "../../ui/confirm.tsx";
import { numbered } from "../../ui/numbered.ts";
import { Tag } from "../../ui/tag.tsx";
import { toast } from "../../ui/toasts.ts";
import { FIGURES, figureText, refreshPrices } from "./prices.ts";
import { t } from "./words.ts";

type Read = Reply<"importPrices">;

/** Changes and remarks that are listed; a file has thousands. */
const LISTED = 40;

/** A file of prices: what it would change is shown before anything changes. */
export function ImportDialog({ onClose }: { onClose: () => void }): ReactNode {
  const id = useId();
  const look = useMutation({
    mutationFn: async (file: File) => {
      const content = await file.text();
      const read = await call("importPrices", { body: { content, preview: true } });
      return { content, read };
    },
  });
  const set = useMutation({
    mutationFn: (content: string) => call("importPrices", { body: { content } }),
    onSuccess: ({ counts }) => {
      toast(t("file.done", { count: counts.added + counts.changed }));
      onClose();
      return refreshPrices();
    },
  });
  const { data } = look;
  const count = data ? data.read.counts.added + data.read.counts.changed : 0;
  return (
    <Confirm
      title={t("file.title")}
      label={data && count > 0 ? t("file.set", { count }) : null}
      width={640}
      act={{
        mutate: () => data && set.mutate(data.content),
        isPending: set.isPending,
        error: look.error ?? set.error,
      }}
      onClose={onClose}
    >
      <div className="fl">
        <label htmlFor={id}>{t("file.label")}</label>
        <input
          id={id}
          type="file"
          accept=".json,application/json"
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            set.reset();
            if (file) look.mutate(file);
          }}
        />
        <p className="small muted fl-help">{t("file.help")}</p>
      </div>
      <div aria-live="polite">
        {look.isPending && <p className="muted">{t("file.reading")}</p>}
        {data && !look.isPending && <Preview read={data.read} />}
      </div>
    </Confirm>
  );
}

function Preview({ read: { counts, changes, warnings, warningCount } }: { read: Read }): ReactNode {
  const said = (["added", "changed", "same", "skipped"] as const)
    .filter((one) => counts[one] > 0)
    .map((one) => t(`file.${one}`, { count: counts[one] }));
  const count = counts.added + counts.changed;
  return (
    <div className="pr-preview">
      <p className="strong">{said.join(", ")}</p>
      {count === 0 && <p className="muted">{t("file.nothing")}</p>}
      {count > 0 && (
        <ul aria-label={t("file.changes")} className="pr-lines">
          {changes.slice(0, LISTED).map((price) => (
            <li key={price.model}>
              <span className="mono">{price.model}</span>{" "}
              <Tag tone={price.change === "added" ? "ok" : "warn"}>
                {price.change === "added" ? t("file.isNew") : t("file.isChanged")}
              </Tag>{" "}
              <span className="small muted">
                {FIGURES.map(
                  ({ figure, name }) => `${t(`columns.${name}`)} ${figureText(price[figure])}`,
                ).join(", ")}
              </span>
            </li>
          ))}
          {count > LISTED && (
            <li className="muted">{t("file.moreChanges", { count: count - LISTED })}</li>
          )}
        </ul>
      )}
      {warningCount > 0 && (
        <details>
          <summary className="small muted">{t("file.warnings", { count: warningCount })}</summary>
          <ul className="pr-lines small">
            {numbered(warnings.slice(0, LISTED)).map(({ at, item: { row, message } }) => (
              <li key={at}>
                <span className="mono">{row}</span> <span className="muted">{message}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
