import type { TaskResult } from "@squadroom/core/task/result";
import type { ReactNode } from "react";
import { numbered } from "../../ui/numbered.ts";
import { RichText } from "../../ui/rich-text.tsx";
import { Tag } from "../../ui/tag.tsx";
import { ChangedFiles } from "../diff/index.ts";
import "./task-sheet.css";

/** The result of a task. */
export function Result({
  room,
  taskId,
  result,
}: {
  /** Its name or its id. */
  room: string;
  taskId: string | null;
  result: Partial<TaskResult>;
}): ReactNode {
  return (
    <>
      {result.summary && (
        <Section title="Result">
          <RichText text={result.summary} />
        </Section>
      )}
      {result.criteria && result.criteria.length > 0 && (
        <Section title="Done when">
          <ul className="ts-list">
            {result.criteria.map((answer) => (
              <li key={answer.criterion}>
                {answer.criterion} <Tag tone={answer.met ? "ok" : "bad"}>{answer.met ? "met" : "not met"}</Tag>
                {answer.note && <span className="muted small"> {answer.note}</span>}
              </li>
            ))}
          </ul>
        </Section>
      )}
      <List title="Decisions" items={result.keyDecisions ?? []} />
      {hasChanges(result) && (
        <Section title="Files">
          <ChangedFiles room={room} taskId={taskId} result={result} />
        </Section>
      )}
      <List title="Warnings" items={result.warnings ?? []} />
    </>
  );
}

function hasChanges({ artifacts = [], diff }: Partial<TaskResult>): boolean {
  return artifacts.length > 0 || diff !== undefined;
}

export function Section({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <section>
      <h3 className="label ts-label">{title}</h3>
      {children}
    </section>
  );
}

export function List({
  title,
  items,
  mono = false,
}: {
  title: string;
  items: readonly string[];
  mono?: boolean;
}): ReactNode {
  if (items.length === 0) return null;
  return (
    <Section title={title}>
      <ul className={mono ? "ts-list mono" : "ts-list"}>
        {numbered(items).map(({ at, item }) => (
          <li key={at}>{item}</li>
        ))}
      </ul>
    </Section>
  );
}
