import { BUDGET_LIMITS, limitOf, usedText } from "@squadroom/core/budget/budget";
import { type ScopeBudget, scopeKey } from "@squadroom/core/budget/scope";
import type { Session } from "@squadroom/core/session/record/session";
import type { ReactNode } from "react";
import { FormDialog } from "../../act/form-dialog.tsx";
import { type ActFormState, useActForm } from "../../act/use-act-form.ts";
import { Button } from "../../ui/button.tsx";
import { say } from "../../words/say.tsx";
import { BudgetFields } from "./budget-fields.tsx";
import { bodyOf, type Draft, draftOf, problemsIn } from "./draft.ts";

type Limited = Pick<ScopeBudget, "scope" | "name" | "usage"> & {
  budget: ScopeBudget["budget"] | null;
};

/** What a session may consume; one that its budget paused continues with a higher one. */
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
  const params = { room, sessionId: String(id) };
  const form = useActForm("setBudget", {
    ...limitsForm(session, name, `session:${room}:${id}`, onClose),
    gives: ({ budget }) => ({ params, body: { budget: bodyOf(budget) } }),
  });
  return <LimitsDialog {...{ form, of: session, name, onClose }} />;
}

/** The same for the room, an agent or a run. */
export function ScopeDialog({ room, of, onClose }: { room: string; of: Limited; onClose: () => void }): ReactNode {
  const { scope, name } = of;
  const form = useActForm("limitUse", {
    ...limitsForm(of, name, `room:${room}:${scopeKey(scope)}`, onClose),
    gives: ({ budget }) => ({ params: { room }, body: { scope, budget: bodyOf(budget) } }),
  });
  return <LimitsDialog {...{ form, of, name, onClose }} />;
}

interface LimitsDraft {
  budget: Draft;
}

/** @param place where its draft is kept */
function limitsForm({ budget }: Pick<Limited, "budget">, name: string, place: string, onDone: () => void) {
  return {
    draft: `${place}:budget`,
    start: { budget: draftOf(budget) },
    lacks: (value: LimitsDraft) => ({ budget: problemsIn(value.budget).length > 0 }),
    said: (_: unknown, value: LimitsDraft) =>
      bodyOf(value.budget) === null ? say`There is no limit for ${name} now.` : say`The budget of ${name} is set.`,
    onDone,
  };
}

function LimitsDialog({
  form,
  of,
  name,
  onClose,
}: {
  form: ActFormState<LimitsDraft>;
  of: Pick<Limited, "budget" | "usage">;
  name: string;
  onClose: () => void;
}): ReactNode {
  const { budget } = of;
  const used = BUDGET_LIMITS.filter((limit) => budget && limitOf(budget, limit) !== null);
  return (
    <FormDialog
      form={form}
      title={say`Budget of ${name}`}
      label="Set the budget"
      before={
        budget && (
          <Button className="start" onClick={() => form.submit({ budget: draftOf(null) })}>
            No limit
          </Button>
        )
      }
      className="bud-form"
      onClose={onClose}
    >
      {used.length > 0 && <p>{say`Used so far: ${used.map((limit) => usedText(of, limit)).join(", ")}`}</p>}
      <BudgetFields
        draft={form.value.budget}
        onChange={(next) => form.edit({ budget: next })}
        showsProblems={form.isTried}
      />
    </FormDialog>
  );
}
