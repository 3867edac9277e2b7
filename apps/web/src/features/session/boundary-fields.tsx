import { foreignSyntax, normalisePath } from "@squadroom/core/kernel/glob";
import type { Boundaries } from "@squadroom/core/task/boundaries";
import { type ReactNode, useId } from "react";
import { say } from "../../words/say.tsx";

/** As typed: one pattern per line. */
export interface BoundaryDraft {
  allowed: string;
  forbidden: string;
}

export const NO_BOUNDARIES: BoundaryDraft = { allowed: "", forbidden: "" };

/** What the lines say; nothing if they are empty. */
export function boundariesOf({ allowed, forbidden }: BoundaryDraft): Boundaries | undefined {
  const boundaries = { allowed: linesOf(allowed), forbidden: linesOf(forbidden) };
  return boundaries.allowed.length + boundaries.forbidden.length > 0 ? boundaries : undefined;
}

/** The first pattern that can match nothing. */
export function strayPattern(text: string): string | undefined {
  return linesOf(text).find((glob) => normalisePath(glob) === null || foreignSyntax(glob) !== null);
}

function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((glob) => glob.trim())
    .filter((glob) => glob !== "");
}

/** "only src/**, not src/generated/**": in one line. */
export function boundaryWords({ allowed, forbidden }: Boundaries): string {
  return [
    ...(allowed.length > 0 ? [say`only ${allowed.join(", ")}`] : []),
    ...(forbidden.length > 0 ? [say`not ${forbidden.join(", ")}`] : []),
  ].join("; ");
}

/** What the session's tasks may change, and must not. */
export function BoundaryFields({
  draft,
  onChange,
}: {
  draft: BoundaryDraft;
  onChange: (draft: BoundaryDraft) => void;
}): ReactNode {
  return (
    <div className="ss-bounds">
      <Patterns
        label="May change"
        help="One pattern per line, from the root of the repository. Empty means everything."
        placeholder="src/**"
        value={draft.allowed}
        onChange={(allowed) => onChange({ ...draft, allowed })}
      />
      <Patterns
        label="Must not change"
        help="Overrides what may change."
        placeholder="src/generated/**"
        value={draft.forbidden}
        onChange={(forbidden) => onChange({ ...draft, forbidden })}
      />
    </div>
  );
}

function Patterns({
  label,
  help,
  placeholder,
  value,
  onChange,
}: {
  label: string;
  help: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
}): ReactNode {
  const id = useId();
  const stray = strayPattern(value);
  return (
    <div className="fl">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        className="field ss-area mono"
        rows={2}
        spellCheck={false}
        placeholder={placeholder}
        value={value}
        aria-invalid={stray === undefined ? undefined : true}
        aria-describedby={`${id}-help`}
        onChange={(event) => onChange(event.target.value)}
      />
      <p
        id={`${id}-help`}
        className={stray === undefined ? "small muted fl-help" : "small c-bad fl-help"}
        role={stray === undefined ? undefined : "alert"}
      >
        {stray === undefined ? help : say`${stray} isn't a path inside the repository. Only *, ** and ? are wildcards.`}
      </p>
    </div>
  );
}
