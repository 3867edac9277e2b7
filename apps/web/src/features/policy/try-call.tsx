import type { Reply } from "@squadroom/client/call";
import { numberOfRule } from "@squadroom/core/policy/rule";
import type { Role } from "@squadroom/core/team/team";
import { clsx } from "clsx";
import type { ReactNode } from "react";
import { useActForm } from "../../act/use-act-form.ts";
import { Button } from "../../ui/button.tsx";
import { Field, Select } from "../../ui/field.tsx";
import { Note } from "../../ui/note.tsx";
import { Segments } from "../../ui/segments.tsx";
import "./policy.css";

const TRY = {
  command: "Command",
  path: "Path to write",
};

const TRY_VERDICT = {
  allow: "Allowed",
  deny: "Denied",
  modify: "Changed",
  ask: "Asks a person",
};

const TRY_EFFECT = {
  deny: "denies",
  change: "changes",
  ask: "asks",
  allow: "allows",
  passes: "passes",
};

const KINDS = ["command", "path"] as const;
type Kind = (typeof KINDS)[number];

function toolCallOf(kind: Kind, text: string): { tool: string; input: Record<string, string> } {
  return kind === "command"
    ? { tool: "Bash", input: { command: text } }
    : { tool: "Write", input: { file_path: text, content: "" } };
}

/** What the room would say about a call, and which rule decides. */
export function TryCall({ room, roles }: { room: string; roles: readonly Role[] }): ReactNode {
  const form = useActForm("tryCall", {
    start: { role: roles[0]?.name ?? "" },
    own: { kind: "command" as Kind, text: "" },
    gives: ({ role, kind, text }) => ({
      params: { room },
      body: { role, ...toolCallOf(kind, text) },
    }),
  });
  const { kind, text } = form.value;
  // Its answer was about another call.
  const said = form.isSent ? form.reply : null;
  return (
    <section className="pol-try" aria-labelledby="policy-try">
      <h3 id="policy-try" className="pol-title">
        Try a call <span className="small muted">Nothing runs, and nobody is asked.</span>
      </h3>
      <form
        {...form.binding}
        className="pol-form"
        onSubmit={(event) => (text.trim() === "" ? event.preventDefault() : form.binding.onSubmit(event))}
      >
        <Segments
          {...form.at("kind")}
          label="What to try"
          options={KINDS.map((value) => ({ value, label: TRY[value] }))}
        />
        <Field {...form.at("text")} label={TRY[kind]} className="mono" autoComplete="off" spellCheck={false} />
        <Select
          {...form.at("role")}
          label="Role"
          options={roles.map(({ name, title }) => ({ value: name, label: title }))}
        />
        <Button type="submit" kind="primary">
          Try it
        </Button>
      </form>
      {form.problem && <Note tone="bad">{form.problem}</Note>}
      {said && <Tried said={said} />}
    </section>
  );
}

const TONE = { allow: "c-ok", deny: "c-bad", modify: "c-warn", ask: "you" } as const;

function Tried({ said }: { said: Reply<"tryCall"> }): ReactNode {
  const { verdict, rule, reason, runs, allowed, rules } = said;
  const number = numberOfRule(rule);
  return (
    <div role="status" className="pol-said">
      <p>
        <strong className={TONE[verdict]}>{TRY_VERDICT[verdict]}</strong>{" "}
        <span className="muted">{number > 0 ? `by rule ${number}` : "no rule is against it"}</span>
      </p>
      <p>{reason}</p>
      {runs.length > 0 && <Lines title="Runs" lines={runs} />}
      {said.input !== undefined && <Lines title="It would run as" lines={[inputText(said.input)]} />}
      {allowed.length > 0 && <Lines title="Allowed instead" lines={allowed} />}
      <details className="pol-lists">
        <summary>All rules, as they judge it</summary>
        <ol className="pol-rules">
          {rules.map(({ id, number: place, title, effect, reason: why }) => (
            <li key={id} className={clsx(id === rule && "on")} title={why}>
              <span className="num-n">{place}</span>
              <span className={`strong pol-${effect}`}>{TRY_EFFECT[effect]}</span>
              <span>{effect === "passes" ? title : why || title}</span>
            </li>
          ))}
        </ol>
      </details>
    </div>
  );
}

function inputText(input: unknown): string {
  const { command } = (input ?? {}) as { command?: unknown };
  return typeof command === "string" ? command : JSON.stringify(input);
}

function Lines({ title, lines }: { title: string; lines: readonly string[] }): ReactNode {
  return (
    <div>
      <p className="small muted">{title}</p>
      <ul className="pol-code">
        {lines.map((line) => (
          <li key={line}>
            <code>{line}</code>
          </li>
        ))}
      </ul>
    </div>
  );
}
