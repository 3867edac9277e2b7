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
import { isolated, say } from "../../words/say.tsx";
import { setRouting, setRules } from "./edit.ts";
import { RouteWhy } from "./route-why.tsx";
import { TierLimits } from "./tier-limits.tsx";
import "./routing-setting.css";

const ROUTING_CHOICE = {
  entry_point: "The entry point",
  routed: "By rule",
};

const ROUTING_TEXT = {
  entry_point: "All messages go to the entry point, which passes them on.",
  routed:
    "A message goes to the role it names with @, or the one that a rule finds. Where no rule is sure, the entry point decides.",
};

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
  /** `null`: read-only. */
  onChange: ((draft: TeamDraft) => void) | null;
  /** What the room's messages say about its rules. */
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
    <section aria-label="Who gets your messages">
      <div className="te-head">
        <h2>Who gets your messages</h2>
        {onChange && (
          <span className="end row">
            <Segments
              label="Who gets your messages"
              value={value}
              onChange={choose}
              options={(["entry_point", "routed"] as const).map((one) => ({
                value: one,
                label: ROUTING_CHOICE[one],
              }))}
            />
          </span>
        )}
      </div>
      <p className="small muted">{ROUTING_TEXT[value]}</p>
      {routing && (
        <>
          <ul className="rule-list" aria-label="Rules">
            {routing.rules.map((rule, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a rule is its place while its words are typed
              <li key={i} className="rule">
                <RuleRow
                  rule={rule}
                  roles={draft.roles}
                  problems={problems.filter(({ path }) => path.startsWith(`routing.rules[${i}]`))}
                  onChange={onChange && ((next) => change(routing.rules.map((one, j) => (j === i ? next : one))))}
                  onRemove={() => change(routing.rules.filter((_, j) => j !== i))}
                />
              </li>
            ))}
          </ul>
          {onChange && routing.rules.length < RULES_MAX && (
            <Button kind="ghost" onClick={() => change([...routing.rules, { phrases: [], to: draft.entryPoint }])}>
              <Icon of={Plus} size="s" />
              Rule
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
        {unless ? (
          <>
            <b>{isolated(phrases)}</b>, unless {isolated(unless)}, goes to <b>{isolated(title(rule.to))}</b>
          </>
        ) : (
          <>
            <b>{isolated(phrases)}</b> goes to <b>{isolated(title(rule.to))}</b>
          </>
        )}
        {otherwise && <span className="small muted"> {say`If no other rule fits, also: ${otherwise}`}</span>}
      </p>
    );
  }
  return (
    <>
      <PhraseField
        label="Words and phrases"
        value={rule.phrases}
        onChange={(phrases) => onChange({ ...rule, phrases })}
      />
      <PhraseField label="Unless" value={rule.unless ?? []} onChange={(unless) => onChange({ ...rule, unless })} />
      <PhraseField
        label="If nothing else fits"
        value={rule.otherwise ?? []}
        onChange={(otherwise) => onChange({ ...rule, otherwise })}
      />
      <Select
        label="Goes to"
        value={rule.to}
        options={roles.map(({ name }) => ({ value: name, label: title(name) }))}
        onChange={(to) => onChange({ ...rule, to })}
      />
      <Button kind="ghost" aria-label="Remove this rule" onClick={onRemove}>
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

/** Words and phrases separated by commas; what is typed stays as typed. */
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
      onChange={(text) => {
        setTyped(text);
        onChange(phrasesIn(text));
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
        label="Try a message"
        value={message}
        placeholder="Nothing is sent"
        onChange={(text) => setMessage(text)}
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
