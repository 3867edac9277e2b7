import {
  PERSPECTIVE_NAME_MAX,
  PERSPECTIVE_TEXT_MAX,
  PERSPECTIVES,
  PERSPECTIVES_MAX,
  type PerspectiveDraft,
} from "@squadroom/core/team/perspectives";
import { Plus, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { plainText } from "../../words/plain-text.ts";
import { say } from "../../words/say.tsx";
import type { TeamEdit } from "../team/index.ts";

const VIEWS = {
  name: "Name",
  persona: "Judges as",
  focus: "Looks at",
  tool: "Works with",
};

const VIEWS_HELP = {
  name: "As the rounds of a spec name it.",
  persona: "For example: tech lead.",
  focus: "What it weighs, in a line.",
  tool: "A tool to use, if the agent has it.",
};

const FIELDS = ["name", "persona", "focus", "tool"] as const;

/** The perspectives from which finished work is discussed, if a round names none of its own. */
export function PointsOfView({ edit: { draft, change, canChange, problems } }: { edit: TeamEdit }): ReactNode {
  const [opened, setOpened] = useState<number | null>(null);
  const views: readonly PerspectiveDraft[] = draft.perspectives?.length ? draft.perspectives : PERSPECTIVES;
  const isOwn = (draft.perspectives ?? []).length > 0;
  const set = (perspectives: readonly PerspectiveDraft[]) => change({ ...draft, perspectives: [...perspectives] });
  const reset = () => {
    const { perspectives: _, ...rest } = draft;
    change(rest);
  };
  return (
    <section aria-labelledby="views-title" className="pv">
      <div className="st-head">
        <h2 id="views-title">Points of view</h2>
        <p className="small muted">Finished work is discussed from these, where a role’s spec names none of its own.</p>
        {canChange && (
          <span className="end pv-acts">
            {isOwn && (
              <Button kind="ghost" onClick={reset}>
                Use the original five
              </Button>
            )}
            {views.length < PERSPECTIVES_MAX && (
              <Button
                onClick={() => {
                  set([...views, { name: "" }]);
                  setOpened(views.length);
                }}
              >
                <Icon of={Plus} size="s" />
                Add a point of view
              </Button>
            )}
          </span>
        )}
      </div>
      <ul aria-label="Points of view of this team">
        {views.map((view, at) => {
          const name = plainText(view.name) || "No name yet";
          const problem = problems.find(({ path }) => path === `perspectives.${at}.name`)?.message;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: names change while they are typed
            <li key={at}>
              <details
                open={opened === at || problem !== undefined}
                onToggle={({ currentTarget }) =>
                  setOpened((last) => (currentTarget.open ? at : last === at ? null : last))
                }
              >
                <summary>
                  <span className="strong pv-name">{name}</span>{" "}
                  <span className="small muted dots">
                    {[view.persona, view.focus, view.tool].map((one) => one && <span key={one}>{plainText(one)}</span>)}
                  </span>
                </summary>
                <div className="pv-form">
                  {FIELDS.map((key) => (
                    <Field
                      key={key}
                      label={VIEWS[key]}
                      value={view[key] ?? ""}
                      maxLength={key === "name" ? PERSPECTIVE_NAME_MAX : PERSPECTIVE_TEXT_MAX}
                      readOnly={!canChange}
                      help={VIEWS_HELP[key]}
                      problem={key === "name" ? problem : undefined}
                      onChange={(text) => set(views.with(at, { ...view, [key]: text }))}
                    />
                  ))}
                  {canChange && views.length > 1 && (
                    <IconButton
                      icon={Trash2}
                      label={say`Remove ${name}`}
                      onClick={() => {
                        set(views.toSpliced(at, 1));
                        setOpened(null);
                      }}
                    />
                  )}
                </div>
              </details>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
