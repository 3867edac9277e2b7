import { DEFAULT_ROLE, type PolicySettings, type RolePolicy } from "@squadroom/core/policy/policy";
import { MODES } from "@squadroom/core/policy/rule";
import type { Role } from "@squadroom/core/team/team";
import type { ReactNode } from "react";
import { Select } from "../../ui/field.tsx";
import { ListsForm } from "./lists-form.tsx";
import { t } from "./words.ts";
import "./policy.css";

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
        label={t("roles.mode", { role: role.title })}
        hideLabel
        disabled={!canChange}
        value={mode}
        options={MODES.map((one) => ({ value: one, label: t(`roles.${one}`) }))}
        onChange={(one) => onChange({ mode: MODES.find((m) => m === one) ?? mode })}
      />
      <p className="small muted">{t(`modeHint.${mode}`)}</p>
      <details className="pol-lists">
        <summary>
          {t("lists.summary")}{" "}
          <span className="small muted">
            {allow.length + deny.length === 0
              ? t("lists.none")
              : t("lists.counts", { allowed: allow.length, denied: deny.length })}
          </span>
        </summary>
        <ListsForm
          key={[...allow, "", ...deny].join("\n")}
          fields={{ allow, deny }}
          labels={{ allow: t("lists.allow"), deny: t("lists.deny") }}
          help={t("lists.help")}
          save={t("lists.save")}
          saveLabel={t("lists.of", { role: role.title })}
          canChange={canChange}
          onSave={onChange}
        />
      </details>
    </li>
  );
}
