import type { TeamDraft } from "@squadroom/core/team/draft";
import { REJECTIONS_MAX } from "@squadroom/core/team/lockout";
import type { ReactNode } from "react";
import { Select } from "../../ui/field.tsx";
import { Segments } from "../../ui/segments.tsx";
import { setLockout } from "./edit.ts";
import { t } from "./words.ts";

const CHOICES = ["off", "after", "strict"] as const;
/** Where counting starts. */
const FIRST = 2;

/** Whether whose work was rejected may revise it. */
export function LockoutSetting({
  draft,
  onChange,
}: {
  draft: TeamDraft;
  /** `null`: to read only. */
  onChange: ((draft: TeamDraft) => void) | null;
}): ReactNode {
  const { lockout } = draft;
  const value = lockout === undefined ? "off" : lockout === "strict" ? "strict" : "after";
  const count = typeof lockout === "object" ? lockout.afterRejections : FIRST;
  const choose = (next: (typeof CHOICES)[number]): void =>
    onChange?.(
      setLockout(
        draft,
        next === "off" ? undefined : next === "strict" ? "strict" : { afterRejections: FIRST },
      ),
    );
  const counts = Array.from({ length: REJECTIONS_MAX }, (_, i) => String(i + 1));
  return (
    <section aria-label={t("lockout.title")}>
      <div className="te-head">
        <h2>{t("lockout.title")}</h2>
        {onChange && (
          <span className="end row te-lockout">
            {value === "after" && (
              <Select
                label={t("lockout.count")}
                hideLabel
                value={String(count)}
                options={counts.map((n) => ({ value: n, label: n }))}
                onChange={(n) => onChange(setLockout(draft, { afterRejections: Number(n) }))}
              />
            )}
            <Segments
              label={t("lockout.title")}
              value={value}
              onChange={choose}
              options={CHOICES.map((one) => ({ value: one, label: t(`lockout.choice.${one}`) }))}
            />
          </span>
        )}
      </div>
      <p className="small muted">
        {t(`lockout.text.${value}`, { count })} {value === "off" ? "" : t("lockout.everybody")}
      </p>
    </section>
  );
}
