import { BUDGET_LIMITS, limitOf, usedText } from "@squadroom/core/budget/budget";
import type { Session } from "@squadroom/core/session/record/session";
import { type FormEvent, type ReactNode, useState } from "react";
import { DraftKept } from "../../drafts/draft-kept.tsx";
import { useDraft } from "../../drafts/use-draft.ts";
import { call, explain } from "../../live/api.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Note } from "../../ui/note.tsx";
import { toast } from "../../ui/toasts.ts";
import { wordsOf } from "../../words/words-of.ts";
import { BudgetFields } from "./budget-fields.tsx";
import { bodyOf, type Draft, draftOf, problemsIn } from "./draft.ts";

const FORM = "budget-form";

/** What a session may consume; one that its budget paused goes on with a higher one. */
export function BudgetDialog({
  room,
  session,
  onClose,
}: {
  room: string;
  session: Session;
  onClose: () => void;
}): ReactNode {
  const { t } = wordsOf("budget");
  const { id, budget } = session;
  const form = useDraft(`session:${room}:${id}:budget`, draftOf(budget));
  const { value: draft } = form;
  const [wasTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const save = (wanted: Draft): void => {
    const body = { budget: bodyOf(wanted) };
    setBusy(true);
    setProblem(null);
    call("setBudget", { params: { room, sessionId: String(id) }, body })
      .then(() => {
        form.discard();
        toast(t(body.budget === null ? "ended" : "saved", { session: id }));
        onClose();
      })
      .catch((error: unknown) => setProblem(explain(error).message))
      .finally(() => setBusy(false));
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (!isBusy && problemsIn(draft).length === 0) save(draft);
  };
  const used = BUDGET_LIMITS.filter((limit) => budget && limitOf(budget, limit) !== null);
  const foot = (
    <>
      {budget && (
        <Button className="start" onClick={() => save(draftOf(null))}>
          {t("none")}
        </Button>
      )}
      <Button kind="ghost" onClick={onClose}>
        {wordsOf("ui").t("cancel")}
      </Button>
      <Button kind="primary" type="submit" form={FORM}>
        {t("save")}
      </Button>
    </>
  );
  return (
    <Dialog open onClose={onClose} title={t("title", { session: id })} width={520} footer={foot}>
      <form id={FORM} className="bud-form" onSubmit={submit}>
        {used.length > 0 && (
          <p>{t("used", { used: used.map((limit) => usedText(session, limit)).join(", ") })}</p>
        )}
        <BudgetFields draft={draft} onChange={form.set} showsProblems={wasTried} />
        <DraftKept of={form} />
        {problem && <Note tone="bad">{problem}</Note>}
      </form>
    </Dialog>
  );
}
