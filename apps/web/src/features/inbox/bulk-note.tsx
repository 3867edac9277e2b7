import { CircleCheck } from "lucide-react";
import type { ReactNode } from "react";
import { refreshInbox } from "../../live/inbox.ts";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/note.tsx";
import { toast } from "../../ui/toasts.ts";
import { undoAll, useBulkReport } from "./bulk.ts";
import { t } from "./words.ts";

/** What a bulk answer came to: how many were applied, what had been decided before and by whom. */
export function BulkNote(): ReactNode {
  const report = useBulkReport();
  if (!report) return null;
  const { applied, before, refused } = report;
  const undoable = applied.filter(({ canUndo }) => canUndo).length;
  const parts = [
    t("bulk.applied", { count: applied.length }),
    ...(before.length > 0
      ? [t("bulk.before", { count: before.length, by: [...new Set(before)].join(", ") })]
      : []),
    ...(refused.length > 0
      ? [t("bulk.refused", { count: refused.length, why: [...new Set(refused)].join(" ") })]
      : []),
  ];
  return (
    <div className="bulk-note" role="status">
      <Note
        icon={CircleCheck}
        action={
          undoable > 0 && (
            <Button
              kind="ghost"
              onClick={() =>
                void undoAll(report).then((count) => {
                  toast(t("undo.done", { count }));
                  void refreshInbox();
                })
              }
            >
              {t("bulk.undo", { count: undoable })}
            </Button>
          )
        }
      >
        {`${parts.join(", ").replace(/[.\s]+$/, "")}.`}
      </Note>
    </div>
  );
}
