import { counted } from "@squadroom/core/kernel/words";
import type { TeamDraft } from "@squadroom/core/team/draft";
import { REJECTIONS_MAX } from "@squadroom/core/team/lockout";
import type { ReactNode } from "react";
import { Select } from "../../ui/field.tsx";
import { Segments } from "../../ui/segments.tsx";
import { setLockout } from "./edit.ts";

const LOCKOUT_CHOICE = {
  off: "To its author",
  after: "After a limit",
  strict: "To another agent",
};

const LOCKOUT_TEXT = {
  off: () => "The author revises rejected work.",
  after: (count) => `After ${counted(count, "rejection")}, another agent of the role revises it.`,
  strict: () => "Another agent of the role revises rejected work, never its author.",
} satisfies Record<string, (count: number) => string>;

const CHOICES = ["off", "after", "strict"] as const;
/** Where counting starts. */
const FIRST = 2;

/** Whether an author whose work was rejected may revise it. */
export function LockoutSetting({
  draft,
  onChange,
}: {
  draft: TeamDraft;
  /** `null`: read-only. */
  onChange: ((draft: TeamDraft) => void) | null;
}): ReactNode {
  const { lockout } = draft;
  const value = lockout === undefined ? "off" : lockout === "strict" ? "strict" : "after";
  const count = typeof lockout === "object" ? lockout.afterRejections : FIRST;
  const choose = (next: (typeof CHOICES)[number]): void =>
    onChange?.(
      setLockout(draft, next === "off" ? undefined : next === "strict" ? "strict" : { afterRejections: FIRST }),
    );
  const counts = Array.from({ length: REJECTIONS_MAX }, (_, i) => String(i + 1));
  return (
    <section aria-label="Rejected work">
      <div className="te-head">
        <h2>Rejected work</h2>
        {onChange && (
          <span className="end row te-lockout">
            {value === "after" && (
              <Select
                label="Rejections until somebody else revises it"
                hideLabel
                value={String(count)}
                options={counts.map((n) => ({ value: n, label: n }))}
                onChange={(n) => onChange(setLockout(draft, { afterRejections: Number(n) }))}
              />
            )}
            <Segments
              label="Rejected work"
              value={value}
              onChange={choose}
              options={CHOICES.map((one) => ({ value: one, label: LOCKOUT_CHOICE[one] }))}
            />
          </span>
        )}
      </div>
      <p className="small muted">
        {LOCKOUT_TEXT[value](count)}{" "}
        {value === "off"
          ? ""
          : "If only one agent of the role is connected, that one revises it. If nobody is left, you are asked."}
      </p>
    </section>
  );
}
