import { DEFAULT_ROLE, type PolicySettings, type RolePolicy } from "@squadroom/core/policy/policy";
import { MODES } from "@squadroom/core/policy/rule";
import type { Role } from "@squadroom/core/team/team";
import type { ReactNode } from "react";
import { Select } from "../../ui/field.tsx";
import { say } from "../../words/say.tsx";
import { ListsForm } from "./lists-form.tsx";
import "./policy.css";

const ROLES = {
  room: "The room asks",
  harness: "Its client asks",
  ask: "Everything asks",
};

const MODE_HINT = {
  room: "The room asks a person by the preset. The client doesn't need to ask as well.",
  harness: "The client asks by its own rules. The room only denies.",
  ask: "Every call but reading asks a person.",
};

/** Who asks for each role, and what it may use. */
export function RoleList({
  roles,
  settings,
  canChange,
  onChange,
}: {
  roles: readonly Role[];
  settings: PolicySettings;
  canChange: boolean;
  onChange: (part: PolicySettings["roles"]) => void;
}): ReactNode {
  return (
    <ul className="pol-roles">
      {roles.map((role) => {
        const own = settings.roles[role.name] ?? DEFAULT_ROLE;
        return (
          <OneRole
            key={role.name}
            role={role}
            own={own}
            canChange={canChange}
            onChange={(part) => onChange({ [role.name]: { ...own, ...part } })}
          />
        );
      })}
    </ul>
  );
}

function OneRole({
  role,
  own: { mode, allow, deny },
  canChange,
  onChange,
}: {
  role: Role;
  own: RolePolicy;
  canChange: boolean;
  onChange: (part: Partial<RolePolicy>) => void;
}): ReactNode {
  return (
    <li>
      <span className="strong">{role.title}</span>
      <Select
        label={say`Mode of ${role.title}`}
        hideLabel
        disabled={!canChange}
        value={mode}
        options={MODES.map((one) => ({ value: one, label: ROLES[one] }))}
        onChange={(one) => onChange({ mode: MODES.find((m) => m === one) ?? mode })}
      />
      <p className="small muted">{MODE_HINT[mode]}</p>
      <details className="pol-lists">
        <summary>
          Tool lists{" "}
          <span className="small muted">
            {allow.length + deny.length === 0 ? "no lists" : `${allow.length} allowed, ${deny.length} denied`}
          </span>
        </summary>
        <ListsForm
          key={[...allow, "", ...deny].join("\n")}
          fields={{ allow, deny }}
          labels={{ allow: "Only these tools", deny: "Never these tools" }}
          help="One a line: a kind (write), a tool (mcp__linear__*) or a command ($ npm publish). Without any, all that isn't denied is allowed."
          save="Save"
          saveLabel={say`Save the lists of ${role.title}`}
          canChange={canChange}
          onSave={onChange}
        />
      </details>
    </li>
  );
}
