import type { Reply } from "@squadroom/client/call";
import { numberOfRule } from "@squadroom/core/policy/rule";
import type { Role } from "@squadroom/core/team/team";
import { useMutation } from "@tanstack/react-query";
import { clsx } from "clsx";
import { type ReactNode, useState } from "react";
import { call, explain } from "../../live/api.ts";
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

/** What the room would say to a call, and which rule. */
export function TryCall({ room, roles }: { room: string; roles: readonly Role[] }): ReactNode {
  const [kind, setKind] = useState<Kind>("command");
  const [text, setText] = useState("");
  const [role, setRole] = useState<string>(roles[0]?.name ?? "");
  const tried = useMutation({
    mutationFn: () =>
      call("tryCall", { params: { room }, body: { role, ...toolCallOf(kind, text) } }),
  });
  /** What it said was of another call. */
  const changing =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      set(value);
      tried.reset();
    };
  return (
    <section className="pol-try" aria-labelledby="policy-try">
      <h3 id="policy-try" className="pol-title">
        Try a call <span className="small muted">Nothing runs, and nobody is asked.</span>
      </h3>
      <form
        className="pol-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() !== "" && !tried.isPending) tried.mutate();
        }}
      >
        <Segments
          label="What to try"
          value={kind}
          options={KINDS.map((value) => ({ value, label: TRY[value] }))}
          onChange={changing(setKind)}
        />
        <Field
          label={TRY[kind]}
          className="mono"
          value={text}
          onChange={(text) => changing(setText)(text)}
          autoComplete="off"
          spellCheck={false}
        />
        <Select
          label="Role"
          value={role}
          options={roles.map(({ name, title }) => ({ value: name, label: title }))}
          onChange={changing(setRole)}
        />
        <Button type="submit" kind="primary">
          Try it
        </Button>
      </form>
      {tried.isError && <Note tone="bad">{explain(tried.error).message}</Note>}
      {tried.data && <Tried said={tried.data} />}
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
      {said.input !== undefined && (
        <Lines title="It would run as" lines={[inputText(said.input)]} />
      )}
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
