import type { StatusFact } from "@squadroom/core/routing/status-fact";
import { Link, useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { openTask } from "../task/index.ts";
import "../../ui/rich-text.css";
import "./event-sheet.css";

/** What the room answered from its state, each fact a link to its subject. */
export function StatusText({ text, facts }: { text: string; facts: readonly StatusFact[] }): ReactNode {
  let told = 0;
  return (
    <div className="rich">
      {text.split("\n\n").map((paragraph) => {
        const [head = "", ...rows] = paragraph.split("\n");
        if (rows.length === 0) return <p key={head}>{head}</p>;
        const lines = rows.map((row) => {
          const line = row.replace(/^- /, "");
          const fact = facts[told];
          const at = fact ? line.indexOf(wordsOf(fact)) : -1;
          if (!fact || at < 0) return { line, drawn: line };
          told += 1;
          return { line, drawn: linked(line, fact, at) };
        });
        return (
          <div key={head}>
            <p>
              <b>{head.replaceAll("**", "")}</b>
            </p>
            <ul>
              {lines.map(({ line, drawn }) => (
                <li key={line}>{drawn}</li>
              ))}
            </ul>
          </div>
        );
      })}
    </div>
  );
}

/** The part of a line that is the link. */
function wordsOf({ kind, id, title }: StatusFact): string {
  if (kind === "task") return id;
  return kind === "session" ? `Session ${id}` : title;
}

function linked(line: string, fact: StatusFact, at: number): ReactNode {
  const words = wordsOf(fact);
  return (
    <>
      {line.slice(0, at)}
      <FactLink fact={fact} words={words} />
      {line.slice(at + words.length)}
    </>
  );
}

function FactLink({ fact, words }: { fact: StatusFact; words: string }): ReactNode {
  const { room = "" } = useParams({ strict: false });
  switch (fact.kind) {
    case "task":
      return (
        <button type="button" className="es-task" onClick={() => openTask(fact.id)}>
          {words}
        </button>
      );
    case "session":
      return (
        <Link className="es-task" to="/rooms/$room/sessions/$session" params={{ room, session: String(fact.id) }}>
          {words}
        </Link>
      );
    case "decision":
    case "question":
      return (
        <Link className="es-task" to="/inbox">
          {words}
        </Link>
      );
  }
}
