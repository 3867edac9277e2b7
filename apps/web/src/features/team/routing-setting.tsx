import { decisionOf } from "@squadroom/core/routing/decision";
import { rulesFor } from "@squadroom/core/routing/rules";
import { type TeamDraft, teamOf } from "@squadroom/core/team/draft";
import type { TeamProblem } from "@squadroom/core/team/problem";
import { RULES_MAX } from "@squadroom/core/team/routing";
import { Plus, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Field, Select } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Segments } from "../../ui/segments.tsx";
import { setRouting, setRules } from "./edit.ts";
import { RouteWhy } from "./route-why.tsx";
import { TierLimits } from "./tier-limits.tsx";
import { say, t } from "./words.ts";
import "./routing-setting.css";

type Rules = NonNullable<TeamDraft["routing"]>["rules"];
type Rule = Rules[number];

/** Who gets people's messages: the entry point all of them, or other roles some, by mention and rule. */
export function RoutingSetting({
  draft,
  problems,
  onChange,
  children,
}: {
  draft: TeamDraft;
  problems: readonly TeamProblem[];
  /** `null`: to read only. */
  onChange: ((draft: TeamDraft) => void) | null;
  /** What the room's messages say of its rules. */
  children: ReactNode;
}): ReactNode {
  const { routing } = draft;
  const value = routing ? "routed" : "entry_point";
  const change = (rules: Rules): void => onChange?.(setRules(draft, rules));
  const choose = (next: typeof value): void => {
    const rules = rulesFor(draft.roles as never).map((rule) => ({
      ...rule,
      phrases: [...rule.phrases],
      unless: undefined,
      otherwise: rule.otherwise ? [...rule.otherwise] : undefined,
    }));
    onChange?.(setRouting(draft, next === "routed" ? { rules } : undefined));
  };
  return (
    <section aria-label={t("routing.title")}>
      <div className="te-head">
        <h2>{t("routing.title")}</h2>
        {onChange && (
          <span className="end row">
            <Segments
              label={t("routing.title")}
              value={value}
              onChange={choose}
              options={(["entry_point", "routed"] as const).map((one) => ({
                value: one,
                label: t(`routing.choice.${one}`),
              }))}
            />
          </span>
        )}
      </div>
      <p className="small muted">{t(`routing.text.${value}`)}</p>
      {routing && (
        <>
          <ul className="rule-list" aria-label={t("routing.rules")}>
            {routing.rules.map((rule, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a rule is its place while its words are typed
              <li key={i} className="rule">
                <RuleRow
                  rule={rule}
                  roles={draft.roles}
                  problems={problems.filter(({ path }) => path.startsWith(`routing.rules[${i}]`))}
                  onChange={
                    onChange &&
                    ((next) => change(routing.rules.map((one, j) => (j === i ? next : one))))
                  }
                  onRemove={() => change(routing.rules.filter((_, j) => j !== i))}
                />
              </li>
            ))}
          </ul>
          {onChange && routing.rules.length < RULES_MAX && (
            <Button
              kind="ghost"
              onClick={() => change([...routing.rules, { phrases: [], to: draft.entryPoint }])}
            >
              <Icon of={Plus} size="s" />
              {t("routing.add")}
            </Button>
          )}
          <TierLimits draft={draft} onChange={onChange} />
          {children}
          <RuleTester draft={draft} />
        </>
      )}
    </section>
  );
}

function RuleRow({
  rule,
  roles,
  problems,
  onChange,
  onRemove,
}: {
  rule: Rule;
  roles: TeamDraft["roles"];
  problems: readonly TeamProblem[];
  onChange: ((rule: Rule) => void) | null;
  onRemove: () => void;
}): ReactNode {
  const title = (name: string) => roles.find((role) => role.name === name)?.title ?? name;
  if (!onChange) {
    const phrases = rule.phrases.join(", ");
    const unless = rule.unless?.join(", ");
    const otherwise = rule.otherwise?.join(", ");
    return (
      <p className="ink2">
        {unless
          ? say("routing.saysUnless", { phrases, unless, role: title(rule.to) })
          : say("routing.says", { phrases, role: title(rule.to) })}
        {otherwise && (
          <span className="small muted"> {t("routing.saysOtherwise", { otherwise })}</span>
        )}
      </p>
    );
  }
  return (
    <>
      <PhraseField
        label={t("routing.phrases")}
        value={rule.phrases}
        onChange={(phrases) => onChange({ ...rule, phrases })}
      />
      <PhraseField
        label={t("routing.unless")}
        value={rule.unless ?? []}
        onChange={(unless) => onChange({ ...rule, unless })}
      />
      <PhraseField
        label={t("routing.otherwise")}
        value={rule.otherwise ?? []}
        onChange={(otherwise) => onChange({ ...rule, otherwise })}
      />
      <Select
        label={t("routing.to")}
        value={rule.to}
        options={roles.map(({ name }) => ({ value: name, label: title(name) }))}
        onChange={(to) => onChange({ ...rule, to })}
      />
      <Button kind="ghost" aria-label={t("routing.remove")} onClick={onRemove}>
        <Icon of={X} size="s" />
      </Button>
      {problems.map(({ level, message }) => (
        <p key={message} className={level === "error" ? "small c-bad" : "small c-warn"}>
          {message}
        </p>
      ))}
    </>
  );
}

/** Words and phrases with commas between them; what is typed stays as it is typed. */
function PhraseField({
  label,
  value,
  onChange,
}: {
  label: string;
  value: readonly string[];
  onChange: (phrases: string[]) => void;
}): ReactNode {
  const [typed, setTyped] = useState(value.join(", "));
  const meant = phrasesIn(typed);
  const shown = meant.join("\n") === value.join("\n") ? typed : value.join(", ");
  return (
    <Field
      label={label}
      value={shown}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(phrasesIn(target.value));
      }}
    />
  );
}

function phrasesIn(text: string): string[] {
  return text
    .split(/[,;]/)
    .map((phrase) => phrase.trim())
    .filter(Boolean);
}

/** Who would get a message by these rules. Nothing is sent. */
function RuleTester({ draft }: { draft: TeamDraft }): ReactNode {
  const [message, setMessage] = useState("");
  const { team } = teamOf(draft);
  const decision = team && message.trim() !== "" ? decisionOf(team, message) : null;
  return (
    <div className="rule-try">
      <Field
        label={t("routing.try")}
        value={message}
        placeholder={t("routing.tryHint")}
        onChange={({ target }) => setMessage(target.value)}
      />
      {decision && team && (
        <RouteWhy
          decision={decision}
          team={team}
          entry={team.entryPoint}
          title={(name) => team.roles.find((role) => role.name === name)?.title ?? name}
        />
      )}
    </div>
  );
}
