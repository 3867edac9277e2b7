import { counted } from "@squadroom/core/kernel/words";
import { CircleCheck } from "lucide-react";
import type { ReactNode } from "react";
import { refreshInbox } from "../../live/inbox.ts";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/note.tsx";
import { toast } from "../../ui/toasts.ts";
import { say } from "../../words/say.tsx";
import { undoAll, useBulkReport } from "./bulk.ts";

/** The outcome of a bulk answer: how many were applied, what had been decided before and by whom. */
export function BulkNote(): ReactNode {
  const report = useBulkReport();
  if (!report) return null;
  const { applied, before, refused } = report;
  const undoable = applied.filter(({ canUndo }) => canUndo).length;
  const parts = [
    `Your bulk answer: ${applied.length} applied`,
    ...(before.length > 0
      ? [say`${counted(before.length, "was", "were")} already decided by ${[...new Set(before)].join(", ")}`]
      : []),
    ...(refused.length > 0 ? [say`${refused.length} not applied: ${[...new Set(refused)].join(" ")}`] : []),
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
                  toast(`${counted(count, "answer")} taken back.`);
                  void refreshInbox();
                })
              }
            >
              {`Undo ${undoable}`}
            </Button>
          )
        }
      >
        {`${parts.join(", ").replace(/[.\s]+$/, "")}.`}
      </Note>
    </div>
  );
}
