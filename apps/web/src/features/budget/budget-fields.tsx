import type { ReactNode } from "react";
import { Field } from "../../ui/field.tsx";
import { type Draft, problemsIn } from "./draft.ts";
import "./budget.css";

const NAME = {
  runs: "Runs",
  tokens: "Tokens",
  usd: "Dollars",
  warnAt: "Warn at, in %",
};

/** Limits of a session, each left empty if there is none. */
export function BudgetFields({
  draft,
  onChange,
  showsProblems,
}: {
  draft: Draft;
  onChange: (draft: Draft) => void;
  showsProblems: boolean;
}): ReactNode {
  const problems = showsProblems ? problemsIn(draft) : [];
  const field = (name: keyof Draft) => (
    <Field
      label={NAME[name]}
      value={draft[name]}
      inputMode={name === "usd" ? "decimal" : "numeric"}
      autoComplete="off"
      maxLength={16}
      problem={
        problems.includes(name)
          ? name === "warnAt"
            ? "Enter a number from 5 to 100."
            : "Enter a number above 0."
          : undefined
      }
      onChange={(text) => onChange({ ...draft, [name]: text })}
    />
  );
  return (
    <fieldset className="bud">
      <legend className="sr">Budget</legend>
      <p className="small muted">
        It pauses at the first limit it reaches, and a person is asked. Empty means no limit.
      </p>
      <div className="bud-fields">
        {field("usd")}
        {field("tokens")}
        {field("runs")}
        {field("warnAt")}
      </div>
    </fieldset>
  );
}
