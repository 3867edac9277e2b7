import { INVOLVE_MAX, type TeamDraft } from "@squadroom/core/team/draft";
import type { ReactNode } from "react";
import { Field } from "../../ui/field.tsx";
import { setInvolve } from "./edit.ts";
import { t } from "./words.ts";

/** What the entry point asks a person about instead of deciding it. */
export function InvolveSetting({
  draft,
  onChange,
}: {
  draft: TeamDraft;
  /** `null`: to read only. */
  onChange: ((draft: TeamDraft) => void) | null;
}): ReactNode {
  const { involve = "" } = draft;
  return (
    <section aria-label={t("involve.title")}>
      <div className="te-head">
        <h2>{t("involve.title")}</h2>
      </div>
      {onChange ? (
        <Field
          label={t("involve.label")}
          help={t("involve.text.yours")}
          value={involve}
          maxLength={INVOLVE_MAX}
          placeholder={t("involve.example")}
          onChange={(event) => onChange(setInvolve(draft, event.target.value))}
        />
      ) : (
        <p className="small muted">{involve || t("involve.text.none")}</p>
      )}
    </section>
  );
}
