import type { ReactNode } from "react";
import { Field } from "../../ui/field.tsx";
import { type Draft, problemsIn } from "./draft.ts";
import { t } from "./words.ts";
import "./budget.css";

/** Limits of a session, each left empty where there is none. */
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
      label={t(name)}
      value={draft[name]}
      inputMode={name === "usd" ? "decimal" : "numeric"}
      autoComplete="off"
      maxLength={16}
      problem={problems.includes(name) ? t(name === "warnAt" ? "wrongShare" : "wrong") : undefined}
      onChange={(event) => onChange({ ...draft, [name]: event.target.value })}
    />
  );
  return (
    <fieldset className="bud">
      <legend className="sr">{t("legend")}</legend>
      <p className="small muted">{t("text")}</p>
      <div className="bud-fields">
        {field("usd")}
        {field("tokens")}
        {field("runs")}
        {field("warnAt")}
      </div>
    </fieldset>
  );
}
