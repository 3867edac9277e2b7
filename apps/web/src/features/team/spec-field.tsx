import { SPEC_MAX } from "@squadroom/core/team/check-role";
import { ROLE_LIBRARY } from "@squadroom/core/team/library";
import { type ReactNode, useId, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Segments } from "../../ui/segments.tsx";
import { Tag } from "../../ui/tag.tsx";
import { SpecLines, SpecPage } from "./spec-view.tsx";
import { ROLE } from "./words.ts";

const MODES = ["write", "check", "page"] as const;

/** How a role works, in its own words: written, checked line by line, or as a page. */
export function SpecField({
  text,
  prefix,
  name,
  problem,
  onChange,
}: {
  text: string;
  prefix: string;
  name: string;
  problem: string | undefined;
  onChange: ((spec: string) => void) | null;
}): ReactNode {
  const id = useId();
  const modes = onChange ? MODES : (["check", "page"] as const);
  const [mode, setMode] = useState<(typeof MODES)[number]>(onChange ? "write" : "check");
  const shown = modes.find((one) => one === mode) ?? "check";
  const original = ROLE_LIBRARY.find((role) => role.name === name)?.spec;
  if (!onChange && text.trim() === "") return null;
  return (
    <div className="te-role">
      <div className="te-head">
        <h3>Role spec</h3>
        {original !== undefined && text.trim() !== "" && text !== original && (
          <>
            <Tag tone="line">differs from the library</Tag>
            {onChange && (
              <Button kind="ghost" onClick={() => onChange(original)}>
                Use the library’s
              </Button>
            )}
          </>
        )}
        <span className="end">
          <Segments
            label="Show as"
            value={shown}
            onChange={setMode}
            options={modes.map((value) => ({ value, label: ROLE[value] }))}
          />
        </span>
      </div>
      {shown === "write" && onChange && (
        <>
          <textarea
            className="field te-spec"
            aria-label="Role spec"
            aria-describedby={`${id}-help`}
            aria-invalid={problem ? true : undefined}
            value={text}
            maxLength={SPEC_MAX}
            spellCheck={false}
            rows={9}
            onChange={(event) => onChange(event.target.value)}
          />
          <p id={`${id}-help`} className="small muted">
            {problem ? (
              <span className="c-bad">{problem}</span>
            ) : (
              "Markdown, with front matter if you like. Its agents read it when they join."
            )}
          </p>
        </>
      )}
      {shown !== "write" && text.trim() === "" && (
        <div className="te-head">
          <p className="small muted">No spec yet. Describe here how this role works.</p>
          {onChange && (
            <Button
              onClick={() => {
                onChange(exampleOf(name, prefix));
                setMode("write");
              }}
            >
              Start with an example
            </Button>
          )}
        </div>
      )}
      {shown === "check" && text.trim() !== "" && <SpecLines text={text} prefix={prefix} />}
      {shown === "page" && text.trim() !== "" && <SpecPage text={text} />}
      {text.trim() !== "" && (
        <p className="small muted">Agents read it when they join. One already at work keeps the old spec.</p>
      )}
    </div>
  );
}

function exampleOf(name: string, prefix: string): string {
  return [
    "---",
    `role: ${name}`,
    `prefix: ${prefix}`,
    "inner_loop: false",
    "message_types:",
    "  result: what came of it",
    "---",
    "Say in a few lines how this role works, and what it never does.",
  ].join("\n");
}
