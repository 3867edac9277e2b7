import { sizeText } from "@squadroom/core/attachment/attachment";
import { fixesText } from "@squadroom/core/error/reported-error";
import { counted, secondsText } from "@squadroom/core/kernel/words";
import { outputText } from "@squadroom/core/task/outputs";
import type { ReactNode } from "react";
import { exactTime } from "../../clock/since.ts";
import { Icon } from "../../ui/icon.tsx";
import { RichText } from "../../ui/rich-text.tsx";
import { Tag, type TagTone } from "../../ui/tag.tsx";
import { plainText } from "../../words/plain-text.ts";
import { say } from "../../words/say.tsx";
import { placeOf, SIGNS, TONES } from "./problem-signs.ts";
import type { Imported } from "./use-imported.ts";
import "./imported-record.css";

const RECORD_CONSENSUS = {
  reached: "consensus reached",
  blocked: "consensus blocked",
  skipped: "discussion skipped",
};

const RECORD_STATE = {
  waiting: "waiting for an answer",
  late: "not delivered in time",
  raised: "overdue, raised",
  overdue: "overdue, a person is asked",
  answered: "answered",
  closed: "closed without an answer",
  delivered: "delivered",
  sent: "sent",
};

type Draft = NonNullable<Imported["record"]>;

const STATUS: Record<string, TagTone> = {
  completed: "ok",
  blocked: "bad",
  failed: "bad",
  in_progress: "work",
};

const STATES: Record<NonNullable<Draft["messages"][number]["state"]>, TagTone> = {
  waiting: "work",
  late: "warn",
  raised: "warn",
  overdue: "bad",
  answered: "ok",
  closed: "plain",
  delivered: "plain",
  sent: "plain",
};

/** What the files of an imported session say. */
export function ImportedRecord({ imported }: { imported: Imported }): ReactNode {
  const { record } = imported;
  if (record === null) return null;
  const nameOf = namesOf(record);
  return (
    <>
      <ImportedContext record={record} />
      <Errors errors={record.errors} nameOf={nameOf} />
      {record.summary !== "" && (
        <Part title="Report">
          <details className="ir-fold">
            <summary>The report that came with it</summary>
            <RichText text={record.summary} className="read" />
          </details>
        </Part>
      )}
      <Files imported={imported} />
    </>
  );
}

/** The part of it that those who worked in the session shared. */
export function ImportedContext({ record }: { record: Draft }): ReactNode {
  const nameOf = namesOf(record);
  return (
    <>
      <Tasks tasks={record.tasks} nameOf={nameOf} />
      <Made made={record.accumulator} nameOf={nameOf} />
      <Decisions decisions={record.decisions} />
      <Messages messages={record.messages} nameOf={nameOf} />
    </>
  );
}

function Part({ title, count, children }: { title: string; count?: number; children: ReactNode }): ReactNode {
  return (
    <section className="ir" aria-label={title}>
      <h2>
        {title} {count !== undefined && <span className="num-n">{count}</span>}
      </h2>
      {children}
    </section>
  );
}

/** Its room's name for a task that the files name. */
function namesOf({ tasks }: Draft): (ref: string) => string {
  const names = new Map(tasks.map(({ ref, name }) => [ref, name]));
  return (ref) => names.get(ref) ?? ref;
}

function Tasks({ tasks, nameOf }: { tasks: Draft["tasks"]; nameOf: (ref: string) => string }): ReactNode {
  return (
    <Part title="Tasks" count={tasks.length}>
      {tasks.length === 0 && <p className="muted">Its files name no task.</p>}
      <ul>
        {tasks.map((task) => (
          <li key={task.file}>
            <details className="ir-fold">
              <summary>
                <span className="mono small muted">{task.name}</span>{" "}
                <span className="strong">{plainText(task.title)}</span>
                <span className="small muted ir-end">
                  {task.status && <Tag tone={STATUS[task.status] ?? "plain"}>{task.status.replaceAll("_", " ")}</Tag>}{" "}
                  {task.agent}
                </span>
              </summary>
              <RichText text={task.instruction} className="read" />
              {task.summary !== "" && <RichText text={task.summary} className="read" />}
              <TaskFacts task={task} nameOf={nameOf} />
            </details>
          </li>
        ))}
      </ul>
    </Part>
  );
}

function Named({ name, paths }: { name: string; paths: readonly string[] }): ReactNode {
  if (paths.length === 0) return null;
  return (
    <p className="small">
      <span className="muted">{name}: </span>
      <span className="mono">{paths.join(", ")}</span>
    </p>
  );
}

function TaskFacts({
  task: { requires, outputs, criteria, timeoutS, boundaries },
  nameOf,
}: {
  task: Draft["tasks"][number];
  nameOf: (ref: string) => string;
}): ReactNode {
  return (
    <>
      {requires.length > 0 && <p className="small muted">{say`needs ${requires.map(nameOf).join(", ")}`}</p>}
      {timeoutS !== null && <p className="small muted">{`Time limit ${secondsText(timeoutS)}`}</p>}
      <Named name="Outputs" paths={outputs.map(outputText)} />
      <Named name="May change" paths={boundaries.allowed} />
      <Named name="Must not change" paths={boundaries.forbidden} />
      {criteria.length > 0 && (
        <div className="small">
          <p className="muted">Success criteria</p>
          <ul className="ir-points">
            {criteria.map((one) => (
              <li key={one}>{plainText(one)}</li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

/** What the tasks of a pipeline produced, by their role. */
function Made({ made, nameOf }: { made: Draft["accumulator"]; nameOf: (ref: string) => string }): ReactNode {
  if (made.length === 0) return null;
  return (
    <Part title="What each role made" count={made.length}>
      <ul className="ir-list">
        {made.map(({ role, task, artifact, keyDecisions, consensus, rating, summary }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a folder may name a task twice
          <li key={`${role} ${task} ${i}`}>
            <p>
              <span className="mono small muted">{nameOf(task)}</span> {plainText(summary)}
            </p>
            {keyDecisions.length > 0 && (
              <p className="small ink2">{say`Decided: ${plainText(keyDecisions.join("; "))}`}</p>
            )}
            <Aside
              parts={[
                role,
                artifact,
                consensus && RECORD_CONSENSUS[consensus.outcome],
                rating === null ? null : say`rated ${rating.toFixed(1)}`,
              ]}
            />
          </li>
        ))}
      </ul>
    </Part>
  );
}

function Decisions({ decisions }: { decisions: Draft["decisions"] }): ReactNode {
  if (decisions.length === 0) return null;
  return (
    <Part title="Decisions" count={decisions.length}>
      <ul className="ir-list">
        {decisions.map(({ file, question, answer, note, by, at }) => (
          <li key={file}>
            <p>{plainText(question)}</p>
            <p className={answer === null ? "muted" : "ink2"}>
              {answer === null ? "nobody answered" : plainText([answer, note].filter(Boolean).join(". "))}
            </p>
            <Aside parts={[by, at]} />
          </li>
        ))}
      </ul>
    </Part>
  );
}

function Messages({ messages, nameOf }: { messages: Draft["messages"]; nameOf: (ref: string) => string }): ReactNode {
  if (messages.length === 0) return null;
  return (
    <Part title="Messages" count={messages.length}>
      <ul className="ir-list">
        {messages.map(({ file, from, to, subject, body, task, at, ...is }) => (
          <li key={file}>
            <p>
              {subject !== "" && <span className="strong">{plainText(subject)}</span>}{" "}
              {is.state !== null && <Tag tone={STATES[is.state]}>{RECORD_STATE[is.state]}</Tag>}
            </p>
            <RichText text={body} className="read" />
            <Aside
              parts={[
                say`${from} to ${to}`,
                task && `about ${nameOf(task)}`,
                say`${is.kind}, ${is.priority} priority`,
                at,
                is.repliesTo ? say`answers ${is.repliesTo}` : null,
                is.responseBy && `answer due ${exactTime(is.responseBy)}`,
              ]}
            />
          </li>
        ))}
      </ul>
    </Part>
  );
}

function Errors({ errors, nameOf }: { errors: Draft["errors"]; nameOf: (ref: string) => string }): ReactNode {
  if (errors.length === 0) return null;
  return (
    <Part title="Errors" count={errors.length}>
      <ul className="ir-list">
        {errors.map(({ file, severity, message, place, fixes, agent, task, at }) => (
          <li key={file}>
            <p>
              <Tag tone={severity === "warning" ? "warn" : "bad"}>{severity}</Tag> {plainText(message)}{" "}
              {place !== "" && <span className="mono small">{place}</span>}
            </p>
            {fixes.length > 0 && <p className="small ink2">{fixesText(fixes, plainText)}</p>}
            <Aside parts={[agent, task && nameOf(task), at]} />
          </li>
        ))}
      </ul>
    </Part>
  );
}

/** Who and when, as far as known. */
function Aside({ parts }: { parts: readonly (string | number | null)[] }): ReactNode {
  const known = parts
    .filter((part) => part !== null && part !== "")
    .map((part) => (typeof part === "number" ? exactTime(part) : part));
  return (
    <p className="small muted dots">
      {known.map((part) => (
        <span key={part}>{part}</span>
      ))}
    </p>
  );
}

function Files({ imported: { files, source, problems } }: { imported: Imported }): ReactNode {
  return (
    <Part title="Files" count={files.length}>
      <p className="small muted">{say`From ${source}, ${counted(files.length, "file")}`}</p>
      <ul className="ir-files">
        {files.map(({ path, size }) => (
          <li key={path}>
            <span className="mono small">{path}</span>
            <span className="small muted">{sizeText(size)}</span>
          </li>
        ))}
      </ul>
      {problems.length > 0 && (
        <details className="ir-fold">
          <summary>{`${counted(problems.length, "problem")} with its files`}</summary>
          <ul className="ir-list">
            {problems.map((one) => (
              <li key={`${one.file} ${one.line} ${one.message}`} className="small">
                <span className={TONES[one.level]}>
                  <Icon of={SIGNS[one.level]} size="s" />
                </span>{" "}
                <span className="mono">{placeOf(one, "the whole folder")}</span> {one.message}{" "}
                <span className="muted">{one.outcome}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </Part>
  );
}
