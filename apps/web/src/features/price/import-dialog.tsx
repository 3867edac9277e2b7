import type { Reply } from "@squadroom/client/call";
import { counted } from "@squadroom/core/kernel/words";
import { type ReactNode, useId } from "react";
import { FormDialog } from "../../act/form-dialog.tsx";
import { useAct } from "../../act/use-act.ts";
import { useActForm } from "../../act/use-act-form.ts";
import { numbered } from "../../ui/numbered.ts";
import { Tag } from "../../ui/tag.tsx";
import { FIGURES, figureText, PRICES } from "./prices.ts";
import { COLUMNS } from "./words.ts";

const FILE = {
  added: (count) => `${count} new`,
  changed: (count) => counted(count, "changes", "change"),
  same: (count) => `${counted(count, "stays", "stay")} the same`,
  skipped: (count) => counted(count, "row is no price", "rows are no prices"),
} satisfies Record<string, (count: number) => string>;

type Read = Reply<"importPrices">;

/** Most changes and remarks that are listed; a file has thousands. */
const LISTED = 40;

/** A file of prices: what it would change is shown before anything changes. */
export function ImportDialog({ onClose }: { onClose: () => void }): ReactNode {
  const id = useId();
  const look = useAct("importPrices");
  const form = useActForm("importPrices", {
    start: { content: "" },
    gives: (body) => ({ body }),
    changes: PRICES,
    said: ({ counts }) => `${counted(counts.added + counts.changed, "price is", "prices are")} set.`,
    onDone: onClose,
  });
  const read = look.reply;
  const count = read ? read.counts.added + read.counts.changed : 0;
  const choose = async (file: File): Promise<void> => {
    const content = await file.text();
    if (await look.send({ body: { content, preview: true } })) form.edit({ content });
  };
  return (
    <FormDialog
      form={{ ...form, problem: look.problem ?? form.problem }}
      title="Import prices"
      label={count > 0 ? `Import ${counted(count, "price")}` : null}
      width={640}
      onClose={onClose}
    >
      <div className="fl">
        <label htmlFor={id}>File</label>
        <input
          id={id}
          type="file"
          accept=".json,application/json"
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            if (file) void choose(file);
          }}
        />
        <p className="small muted fl-help">
          JSON: LiteLLM's model_prices_and_context_window.json, or what squadroom prices export writes.
        </p>
      </div>
      <div aria-live="polite">
        {look.isBusy && <p className="muted">Reading the file</p>}
        {read && !look.isBusy && <Preview read={read} />}
      </div>
    </FormDialog>
  );
}

function Preview({ read: { counts, changes, warnings, warningCount } }: { read: Read }): ReactNode {
  const said = (["added", "changed", "same", "skipped"] as const)
    .filter((one) => counts[one] > 0)
    .map((one) => FILE[one](counts[one]));
  const count = counts.added + counts.changed;
  return (
    <div className="pr-preview">
      <p className="strong">{said.join(", ")}</p>
      {count === 0 && <p className="muted">Nothing would change.</p>}
      {count > 0 && (
        <ul aria-label="What would change" className="pr-lines">
          {changes.slice(0, LISTED).map((price) => (
            <li key={price.model}>
              <span className="mono">{price.model}</span>{" "}
              <Tag tone={price.change === "added" ? "ok" : "warn"}>{price.change === "added" ? "new" : "changed"}</Tag>{" "}
              <span className="small muted">
                {FIGURES.map(({ figure, name }) => `${COLUMNS[name]} ${figureText(price[figure])}`).join(", ")}
              </span>
            </li>
          ))}
          {count > LISTED && <li className="muted">{`and ${count - LISTED} more`}</li>}
        </ul>
      )}
      {warningCount > 0 && (
        <details>
          <summary className="small muted">{`${counted(warningCount, "remark")} on the file`}</summary>
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
