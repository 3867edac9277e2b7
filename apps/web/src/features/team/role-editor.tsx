import {
  defaultPrefix,
  defaultTitle,
  SPEC_MAX,
  SPECIALTY_MAX,
  type TeamDraft,
  TITLE_MAX,
} from "@squadroom/core/team/draft";
import type { TeamProblem } from "@squadroom/core/team/problem";
import { type ReactNode, useId, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Note } from "../../ui/note.tsx";
import { Segments } from "../../ui/segments.tsx";
import { wordsOf } from "../../words/words-of.ts";
import { changeRole, removeRole, renameRole, setEntryFallback, setEntryPoint } from "./edit.ts";
import { SpecLines, SpecPage } from "./spec-view.tsx";

const MODES = ["write", "check", "page"] as const;

/** One role of a draft; without `onChange` it is for reading. */
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
  const { t } = wordsOf("team");
  const role = draft.roles[at];
  if (!role) return null;
  const path = `roles[${at}]`;
  const problemOf = (part: string): string | undefined =>
    problems.find(({ level, path: of }) => level === "error" && of === `${path}.${part}`)?.message;
  const isEntry = role.name === draft.entryPoint;
  const readOnly = onChange === null;
  const change = onChange ?? (() => undefined);
  const others = [
    { to: "user", label: t("role.user") },
    ...draft.roles
      .filter((_, i) => i !== at)
      .map((other) => ({ to: other.name, label: other.title || other.name })),
  ];
  const handsTo = role.handsTo ?? [];
  const about = problems.filter(({ path: of }) => of.startsWith(`${path}.handsTo`));
  const warnings = problems.filter(
    ({ level, path: of, line }) =>
      level === "warning" &&
      (of === `${path}.prefix` || (of === `${path}.spec` && line === undefined)),
  );
  return (
    <div className="te-role">
      <div className="te-fields">
        <Field
          label={t("role.name")}
          value={role.name}
          readOnly={readOnly}
          maxLength={32}
          spellCheck={false}
          autoComplete="off"
          className="mono"
          onChange={(event) => change(renameRole(draft, at, event.target.value.toLowerCase()))}
          problem={problemOf("name")}
        />
        <Field
          label={t("role.title")}
          value={role.title ?? ""}
          readOnly={readOnly}
          placeholder={defaultTitle(role.name)}
          maxLength={TITLE_MAX}
          autoComplete="off"
          onChange={(event) => change(changeRole(draft, at, { title: event.target.value }))}
          problem={problemOf("title")}
        />
        <Field
          label={t("role.prefix")}
          value={role.prefix ?? defaultPrefix(role.name)}
          readOnly={readOnly}
          maxLength={12}
          spellCheck={false}
          autoComplete="off"
          className="mono"
          onChange={(event) =>
            change(changeRole(draft, at, { prefix: event.target.value.toUpperCase() }))
          }
          problem={problemOf("prefix")}
        />
      </div>
      <Field
        label={t("role.specialty")}
        value={role.specialty ?? ""}
        readOnly={readOnly}
        maxLength={SPECIALTY_MAX}
        autoComplete="off"
        onChange={(event) => change(changeRole(draft, at, { specialty: event.target.value }))}
        help={t("role.specialtyHelp")}
        problem={problemOf("specialty")}
      />
      <fieldset className="te-hands">
        <legend>{t("role.handsTo")}</legend>
        <div>
          {others.map(({ to, label }) => (
            <label key={to}>
              <input
                type="checkbox"
                checked={handsTo.includes(to)}
                aria-disabled={readOnly || undefined}
                onChange={(event) => {
                  const next = event.target.checked
                    ? [...handsTo, to]
                    : handsTo.filter((one) => one !== to);
                  change(changeRole(draft, at, { handsTo: next }));
                }}
              />
              {label}
            </label>
          ))}
        </div>
      </fieldset>
      {[...about, ...warnings].map(({ level, message }) => (
        <Note key={message} tone={level === "error" ? "bad" : "warn"}>
          {message}
        </Note>
      ))}
      {isEntry && draft.roles.length > 1 && (
        <label className="te-fallback">
          <input
            type="checkbox"
            checked={draft.entryFallback === true}
            aria-disabled={readOnly || undefined}
            onChange={(event) => change(setEntryFallback(draft, event.target.checked))}
          />
          <span>
            {t("role.fallback")}
            <span className="small muted">{t("role.fallbackHelp")}</span>
          </span>
        </label>
      )}
      {!readOnly && (
        <div className="te-head">
          {isEntry ? (
            <span className="small muted">{t("role.isEntry")}</span>
          ) : (
            <Button onClick={() => change(setEntryPoint(draft, role.name))}>
              {t("role.makeEntry")}
            </Button>
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
              {t("role.remove")}
            </Button>
          )}
        </div>
      )}
      <Spec
        text={role.spec ?? ""}
        prefix={role.prefix ?? ""}
        name={role.name}
        problem={problemOf("spec")}
        onChange={readOnly ? null : (spec) => change(changeRole(draft, at, { spec }))}
      />
    </div>
  );
}

function Spec({
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
  const { t } = wordsOf("team");
  const id = useId();
  const modes = onChange ? MODES : (["check", "page"] as const);
  const [mode, setMode] = useState<(typeof MODES)[number]>(onChange ? "write" : "check");
  const shown = modes.find((one) => one === mode) ?? "check";
  if (!onChange && text.trim() === "") return null;
  return (
    <div className="te-role">
      <div className="te-head">
        <h3>{t("role.spec")}</h3>
        <span className="end">
          <Segments
            label={t("role.specMode")}
            value={shown}
            onChange={setMode}
            options={modes.map((value) => ({ value, label: t(`role.${value}`) }))}
          />
        </span>
      </div>
      {shown === "write" && onChange && (
        <>
          <textarea
            className="field te-spec"
            aria-label={t("role.spec")}
            aria-describedby={`${id}-help`}
            aria-invalid={problem ? true : undefined}
            value={text}
            maxLength={SPEC_MAX}
            spellCheck={false}
            rows={9}
            onChange={(event) => onChange(event.target.value)}
          />
          <p id={`${id}-help`} className="small muted">
            {problem ? <span className="c-bad">{problem}</span> : t("role.specHelp")}
          </p>
        </>
      )}
      {shown !== "write" && text.trim() === "" && (
        <div className="te-head">
          <p className="small muted">{t("role.noSpec")}</p>
          {onChange && (
            <Button
              onClick={() => {
                onChange(exampleOf(name, prefix));
                setMode("write");
              }}
            >
              {t("role.start")}
            </Button>
          )}
        </div>
      )}
      {shown === "check" && text.trim() !== "" && <SpecLines text={text} prefix={prefix} />}
      {shown === "page" && text.trim() !== "" && <SpecPage text={text} />}
      {text.trim() !== "" && <p className="small muted">{t("role.nextDelivery")}</p>}
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
