import {
  defaultPrefix,
  defaultTitle,
  type RoleDraft,
  SPECIALTY_MAX,
  type TeamDraft,
  TITLE_MAX,
} from "@squadroom/core/team/draft";
import { defaultDuties } from "@squadroom/core/team/duties";
import type { TeamProblem } from "@squadroom/core/team/problem";
import { DUTIES } from "@squadroom/core/team/team";
import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Note } from "../../ui/note.tsx";
import { say } from "../../words/say.tsx";
import { changeRole, removeRole, renameRole, setEntryPoint, setPolicy } from "./edit.ts";
import { SpecField } from "./spec-field.tsx";

const ROLE_DUTY = {
  present: "Presents the steps",
  work: "Does the work",
  review: "Reviews the whole",
  judge: "Reviews each task",
};

const ROLE_POLICY = {
  entryFallback: {
    label: "When none is connected, another role stands in",
    help: () => "After two minutes, your messages go to the next role by priority.",
  },
  isolated: {
    label: "Keep roles apart",
    help: (entry) =>
      say`Nobody stands in for a role that is away. All others write to ${entry} only and create tasks for themselves only.`,
  },
} satisfies Record<string, { label: string; help: (entry: string) => string }>;

/** One role of a draft; without `onChange` it is read-only. */
export function RoleEditor({
  draft,
  at,
  problems,
  onChange,
  onRemoved,
}: {
  draft: TeamDraft;
  at: number;
  problems: readonly TeamProblem[];
  onChange: ((draft: TeamDraft) => void) | null;
  onRemoved: () => void;
}): ReactNode {
  const role = draft.roles[at];
  if (!role) return null;
  const path = `roles[${at}]`;
  const problemOf = (part: string): string | undefined =>
    problems.find(({ level, path: of }) => level === "error" && of === `${path}.${part}`)?.message;
  const isEntry = role.name === draft.entryPoint;
  const readOnly = onChange === null;
  const change = onChange ?? (() => undefined);
  const changeIt = (part: Partial<RoleDraft>): void => change(changeRole(draft, at, part));
  const about = problems.filter(({ path: of }) => of.startsWith(`${path}.handsTo`));
  const warnings = problems.filter(
    ({ level, path: of, line }) =>
      level === "warning" && (of === `${path}.prefix` || (of === `${path}.spec` && line === undefined)),
  );
  return (
    <div className="te-role">
      <Words
        role={role}
        problemOf={problemOf}
        isReadOnly={readOnly}
        onChange={changeIt}
        onName={(name) => change(renameRole(draft, at, name))}
      />
      <Choices
        legend="Hands finished work to"
        choices={[
          { value: "user", label: "You" },
          ...draft.roles
            .filter((other) => other !== role)
            .map(({ name, title }) => ({ value: name, label: title || name })),
        ]}
        chosen={role.handsTo ?? []}
        isReadOnly={readOnly}
        onChange={(handsTo) => changeIt({ handsTo })}
      />
      <Choices
        legend="In a session"
        choices={DUTIES.map((value) => ({ value, label: ROLE_DUTY[value] }))}
        chosen={role.duties ?? defaultDuties(role.name)}
        isReadOnly={readOnly}
        onChange={(duties) => changeIt({ duties })}
      />
      {[...about, ...warnings].map(({ level, message }) => (
        <Note key={message} tone={level === "error" ? "bad" : "warn"}>
          {message}
        </Note>
      ))}
      {isEntry &&
        draft.roles.length > 1 &&
        (["entryFallback", "isolated"] as const).map((policy) => (
          <label key={policy} className="te-policy">
            <input
              type="checkbox"
              checked={draft[policy] === true}
              aria-disabled={readOnly || undefined}
              onChange={(event) => change(setPolicy(draft, policy, event.target.checked))}
            />
            <span>
              {ROLE_POLICY[policy].label}
              <span className="small muted">{ROLE_POLICY[policy].help(role.title || role.name)}</span>
            </span>
          </label>
        ))}
      {!readOnly && (
        <div className="te-head">
          {isEntry ? (
            <span className="small muted">Your messages arrive here</span>
          ) : (
            <Button onClick={() => change(setEntryPoint(draft, role.name))}>Receive your messages here</Button>
          )}
          {draft.roles.length > 1 && (
            <Button
              kind="ghost"
              className="c-bad"
              onClick={() => {
                change(removeRole(draft, at));
                onRemoved();
              }}
            >
              Remove the role
            </Button>
          )}
        </div>
      )}
      <SpecField
        text={role.spec ?? ""}
        prefix={role.prefix ?? ""}
        name={role.name}
        problem={problemOf("spec")}
        onChange={readOnly ? null : (spec) => changeIt({ spec })}
      />
    </div>
  );
}

/** A role's name and purpose. */
function Words({
  role,
  problemOf,
  isReadOnly,
  onChange,
  onName,
}: {
  role: RoleDraft;
  problemOf: (part: string) => string | undefined;
  isReadOnly: boolean;
  onChange: (part: Partial<RoleDraft>) => void;
  onName: (name: string) => void;
}): ReactNode {
  return (
    <>
      <div className="te-fields">
        <Field
          label="Name"
          value={role.name}
          readOnly={isReadOnly}
          maxLength={32}
          spellCheck={false}
          autoComplete="off"
          className="mono"
          onChange={(text) => onName(text.toLowerCase())}
          problem={problemOf("name")}
        />
        <Field
          label="Title"
          value={role.title ?? ""}
          readOnly={isReadOnly}
          placeholder={defaultTitle(role.name)}
          maxLength={TITLE_MAX}
          autoComplete="off"
          onChange={(text) => onChange({ title: text })}
          problem={problemOf("title")}
        />
        <Field
          label="Prefix of its tasks"
          value={role.prefix ?? defaultPrefix(role.name)}
          readOnly={isReadOnly}
          maxLength={12}
          spellCheck={false}
          autoComplete="off"
          className="mono"
          onChange={(text) => onChange({ prefix: text.toUpperCase() })}
          problem={problemOf("prefix")}
        />
      </div>
      <Field
        label="What it is good at"
        value={role.specialty ?? ""}
        readOnly={isReadOnly}
        maxLength={SPECIALTY_MAX}
        autoComplete="off"
        onChange={(text) => onChange({ specialty: text })}
        help="A few words; the other roles read them."
        problem={problemOf("specialty")}
      />
    </>
  );
}

/** Some of several, each with a box. */
function Choices<Value extends string>({
  legend,
  choices,
  chosen,
  isReadOnly,
  onChange,
}: {
  legend: string;
  choices: readonly { value: Value; label: string }[];
  chosen: readonly Value[];
  isReadOnly: boolean;
  onChange: (chosen: Value[]) => void;
}): ReactNode {
  return (
    <fieldset className="te-choices">
      <legend>{legend}</legend>
      <div>
        {choices.map(({ value, label }) => (
          <label key={value}>
            <input
              type="checkbox"
              checked={chosen.includes(value)}
              aria-disabled={isReadOnly || undefined}
              onChange={({ target }) => {
                const others = chosen.filter((one) => one !== value);
                onChange(target.checked ? [...others, value] : others);
              }}
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
