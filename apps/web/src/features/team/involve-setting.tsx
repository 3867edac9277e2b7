import { INVOLVE_MAX, type TeamDraft } from "@squadroom/core/team/draft";
import type { ReactNode } from "react";
import { Field } from "../../ui/field.tsx";
import { setInvolve } from "./edit.ts";

/** What the entry point asks a person about instead of deciding it. */
export function InvolveSetting({
  draft,
  onChange,
}: {
  draft: TeamDraft;
  /** `null`: read-only. */
  onChange: ((draft: TeamDraft) => void) | null;
}): ReactNode {
  const { involve = "" } = draft;
  return (
    <section aria-label="What agents ask you about">
      <div className="te-head">
        <h2>What agents ask you about</h2>
      </div>
      {onChange ? (
        <Field
          label="Always ask a person about"
          help="Your entry point asks before it decides any of this. Left empty, it asks about a change of direction, a new role or agent, and a release."
          value={involve}
          maxLength={INVOLVE_MAX}
          placeholder="Changes of prices. Anything that reaches customers."
          onChange={(text) => onChange(setInvolve(draft, text))}
        />
      ) : (
        <p className="small muted">{involve || "A change of direction, a new role or agent, and a release."}</p>
      )}
    </section>
  );
}
