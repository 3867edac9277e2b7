import { counted } from "@squadroom/core/kernel/words";
import { ROLES_MAX, type TeamDraft } from "@squadroom/core/team/draft";
import { type LibraryRole, ROLE_LIBRARY } from "@squadroom/core/team/library";
import { prefixesOf } from "@squadroom/core/team/prefixes";
import type { TeamProblem } from "@squadroom/core/team/problem";
import { specError } from "@squadroom/core/team/role-spec";
import { clsx } from "clsx";
import { Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Tile } from "../../ui/tile.tsx";
import { say } from "../../words/say.tsx";
import { addLibraryRole, addRole } from "./edit.ts";
import { RoleEditor } from "./role-editor.tsx";
import { SpecFiles } from "./spec-files.tsx";
import "./team.css";

/** The roles of a team, and one of them to read or to change. */
export function TeamEditor({
  draft,
  problems,
  agents,
  narrow = false,
  onChange,
}: {
  draft: TeamDraft;
  problems: readonly TeamProblem[];
  /** How many agents fill each role, where there is a room. */
  agents: Readonly<Record<string, number>> | null;
  narrow?: boolean;
  onChange: ((draft: TeamDraft) => void) | null;
}): ReactNode {
  const [chosen, setChosen] = useState(0);
  const at = Math.min(chosen, draft.roles.length - 1);
  const current = draft.roles[at];
  return (
    <div className={clsx("te", narrow && "te-narrow")}>
      <section>
        <div className="te-head">
          <h2>Roles</h2>
          {onChange && draft.roles.length < ROLES_MAX && (
            <span className="end">
              <Button
                kind="ghost"
                onClick={() => {
                  onChange(addRole(draft));
                  setChosen(draft.roles.length);
                }}
              >
                <Icon of={Plus} size="s" />
                Role
              </Button>
            </span>
          )}
        </div>
        <ul className="te-roles" aria-label="Roles">
          {draft.roles.map((role, i) => {
            const own = problems.filter(({ path }) => path.startsWith(`roles[${i}]`));
            const filled = agents === null ? null : (agents[role.name] ?? 0);
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a role is its place while its name is typed
              <li key={i}>
                <button type="button" aria-current={i === at ? "true" : undefined} onClick={() => setChosen(i)}>
                  <Tile name={role.title || role.name || "?"} gap={filled === 0} />
                  <span>
                    <p>
                      <b className="strong">{role.title || role.name}</b>{" "}
                      <span className="mono small muted">{prefixesOf(role).join(", ")}</span>
                    </p>
                    <RoleNote
                      problems={own}
                      isBroken={specError(role) !== null}
                      filled={filled}
                      isEntry={role.name === draft.entryPoint}
                    />
                  </span>
                </button>
              </li>
            );
          })}
        </ul>
        {onChange && draft.roles.length < ROLES_MAX && (
          <Library
            draft={draft}
            onAdd={(role) => {
              onChange(addLibraryRole(draft, role));
              setChosen(draft.roles.length);
            }}
          />
        )}
        {onChange && <SpecFiles draft={draft} onChange={onChange} />}
      </section>
      <section aria-label={current?.title || current?.name}>
        {!narrow && (
          <div className="te-head">
            <h2>{current?.title || current?.name}</h2>
          </div>
        )}
        <RoleEditor
          key={at}
          draft={draft}
          at={at}
          problems={problems}
          onChange={onChange}
          onRemoved={() => setChosen(0)}
        />
      </section>
    </div>
  );
}

/** Roles of the library that the team doesn't have. */
function Library({ draft, onAdd }: { draft: TeamDraft; onAdd: (role: LibraryRole) => void }): ReactNode {
  const others = ROLE_LIBRARY.filter(({ name }) => !draft.roles.some((role) => role.name === name));
  if (others.length === 0) return null;
  return (
    <details>
      <summary className="te-head small">From the library</summary>
      <ul className="sf-library">
        {others.map((role) => (
          <li key={role.name}>
            <Button kind="ghost" onClick={() => onAdd(role)}>
              <Icon of={Plus} size="s" />
              {say`Add ${role.title}`}
            </Button>
            <p className="small muted">{role.specialty}</p>
          </li>
        ))}
      </ul>
    </details>
  );
}

function RoleNote({
  problems,
  isBroken,
  filled,
  isEntry,
}: {
  problems: readonly TeamProblem[];
  /** The team can have it, but nobody can work as it. */
  isBroken: boolean;
  filled: number | null;
  isEntry: boolean;
}): ReactNode {
  const errors = problems.filter(({ level }) => level === "error").length;
  const warnings = problems.length - errors;
  if (errors > 0) return <p className="small c-bad">{counted(errors, "error")}</p>;
  const parts = [
    isEntry ? "receives your messages" : "",
    filled === null ? "" : filled === 0 ? "no agent" : filled === 1 ? `${filled} agent` : `${filled} agents`,
  ].filter(Boolean);
  return (
    <p className="small muted">
      {parts.join(", ")}
      {(isBroken || warnings > 0) && (
        <span className={isBroken ? "c-bad" : "c-warn"}>
          {parts.length > 0 ? ", " : ""}
          {isBroken ? "spec broken" : counted(warnings, "warning")}
        </span>
      )}
    </p>
  );
}
