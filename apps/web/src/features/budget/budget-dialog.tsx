import { BUDGET_LIMITS, limitOf, usedText } from "@squadroom/core/budget/budget";
import { type ScopeBudget, scopeKey } from "@squadroom/core/budget/scope";
import type { Session } from "@squadroom/core/session/record/session";
import { type ReactNode, useState } from "react";
import { DraftKept } from "../../drafts/draft-kept.tsx";
import { useDraft } from "../../drafts/use-draft.ts";
import { call, explain } from "../../live/api.ts";
import { Button } from "../../ui/button.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { toast } from "../../ui/toasts.ts";
import { say } from "../../words/say.tsx";
import { BudgetFields } from "./budget-fields.tsx";
import { bodyOf, type Draft, draftOf, problemsIn } from "./draft.ts";

type Limited = Pick<ScopeBudget, "scope" | "name" | "usage"> & {
  budget: ScopeBudget["budget"] | null;
};

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
  const { id } = session;
  const name = `session ${id}`;
  const save: Save = (body) =>
    call("setBudget", { params: { room, sessionId: String(id) }, body: { budget: body } });
  return <LimitsDialog of={session} {...{ name, save, onClose }} place={`session:${room}:${id}`} />;
}

/** The same for the room, an agent or a run. */
export function ScopeDialog({
  room,
  of,
  onClose,
}: {
  room: string;
  of: Limited;
  onClose: () => void;
}): ReactNode {
  const { scope, name } = of;
  const save: Save = (budget) => call("limitUse", { params: { room }, body: { scope, budget } });
  return (
    <LimitsDialog {...{ of, name, save, onClose }} place={`room:${room}:${scopeKey(scope)}`} />
  );
}

type Save = (budget: ReturnType<typeof bodyOf>) => Promise<unknown>;

function LimitsDialog({
  of,
  name,
  place,
  save: send,
  onClose,
}: {
  of: Pick<Limited, "budget" | "usage">;
  name: string;
  /** Where its draft is kept. */
  place: string;
  save: Save;
  onClose: () => void;
}): ReactNode {
  const { budget } = of;
  const form = useDraft(`${place}:budget`, draftOf(budget));
  const { value: draft } = form;
  const [wasTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const save = (wanted: Draft): void => {
    const body = bodyOf(wanted);
    setBusy(true);
    setProblem(null);
    send(body)
      .then(() => {
        form.discard();
        toast(
          body === null
            ? say`There is no limit for ${name} now.`
            : say`The budget of ${name} is set.`,
        );
        onClose();
      })
      .catch((error: unknown) => setProblem(explain(error).message))
      .finally(() => setBusy(false));
  };
  const submit = (): void => {
    setTried(true);
    if (!isBusy && problemsIn(draft).length === 0) save(draft);
  };
  const used = BUDGET_LIMITS.filter((limit) => budget && limitOf(budget, limit) !== null);
  return (
    <FormDialog
      title={say`Budget of ${name}`}
      label="Set the budget"
      before={
        budget && (
          <Button className="start" onClick={() => save(draftOf(null))}>
            No limit
          </Button>
        )
      }
      problem={problem}
      className="bud-form"
      onSubmit={submit}
      onClose={onClose}
    >
      {used.length > 0 && (
        <p>{say`Used so far: ${used.map((limit) => usedText(of, limit)).join(", ")}`}</p>
      )}
      <BudgetFields draft={draft} onChange={form.set} showsProblems={wasTried} />
      <DraftKept of={form} />
    </FormDialog>
  );
}
