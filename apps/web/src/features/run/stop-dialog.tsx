import { type ReactNode, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Note } from "../../ui/note.tsx";
import { wordsOf } from "../../words/words-of.ts";
import { sendOrder } from "./send.ts";

/** What stopping it means. */
export function stopHintOf({ taskId }: { taskId: string | null }): string {
  const { t } = wordsOf("run");
  return taskId ? t("act.stopHint", { task: taskId }) : t("act.stopHintFree");
}

export function StopDialog({
  run,
  room,
  hint,
  onClose,
}: {
  run: { id: number; name: string };
  room: string;
  hint: string;
  onClose: () => void;
}): ReactNode {
  const { t } = wordsOf("run");
  const [problem, setProblem] = useState<string | null>(null);
  const stop = (): void =>
    void sendOrder(room, run, "stop").then((wrong) => {
      setProblem(wrong);
      if (wrong === null) onClose();
    });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("act.stopTitle", { run: run.id, name: run.name })}
      width={440}
      footer={
        <>
          <Button kind="ghost" onClick={onClose}>
            {t("act.cancel")}
          </Button>
          <Button kind="danger" onClick={stop}>
            {t("act.stop")}
          </Button>
        </>
      }
    >
      <p className="ink2">{hint}</p>
      {problem && <Note tone="bad">{problem}</Note>}
    </Dialog>
  );
}
