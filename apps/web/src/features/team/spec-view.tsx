import { readFrontMatter } from "@squadroom/core/team/front-matter";
import { type RoleSpec, readRoleSpec, SPEC_KEYS, type SpecProblem, snake } from "@squadroom/core/team/spec";
import { clsx } from "clsx";
import { CircleAlert, TriangleAlert } from "lucide-react";
import { Fragment, type ReactNode } from "react";
import { Icon } from "../../ui/icon.tsx";
import { RichText } from "../../ui/rich-text.tsx";
import { say } from "../../words/say.tsx";
import { ROLE } from "./words.ts";

const ROLE_DOES = {
  role: "whose spec it is; the file’s name if left out",
  prefix: "ids of its tasks begin with it",
  additional_prefixes: "takes these tasks as well",
  model: "model of its runs, unless the room says another",
  inner_loop: "one agent keeps the tasks of a prefix",
  discuss_rounds: "discussions before its work is done",
  subagents: "a report that names another is refused",
  cli_tools: "runners take these first, in this order",
  additional_members: "may write to these where roles are kept apart",
  input_artifact_types: "results of these come first in a delivery",
  delegates_to: "hands work and tasks to these only",
  message_types: "types of its log; others are refused",
  unknown: "unknown: kept and exported, does nothing",
};

/** A spec by its lines, each problem below its own, and what was understood. */
export function SpecLines({ text, prefix }: { text: string; prefix: string }): ReactNode {
  const { spec, problems } = readRoleSpec(text);
  const keys = new Map(readFrontMatter(text).entries.map(({ key, line }) => [line, key]));
  const lines = text.split(/\r\n?|\n/).map((line, i) => ({ line, at: i + 1 }));
  return (
    <>
      <div className="te-lines">
        {lines.map(({ line, at }) => {
          const own = problems.filter((problem) => problem.line === at);
          return (
            <div key={at}>
              <div className={clsx("te-line", toneOf(own))}>
                <span aria-hidden="true">{at}</span>
                <code>{line}</code>
                {keys.has(at) && <small className="te-does">{doesText(keys.get(at) ?? "")}</small>}
              </div>
              {own.map((problem) => (
                <SpecSays key={problem.message} problem={problem} />
              ))}
            </div>
          );
        })}
      </div>
      <div>
        <h4 className="label">Read as</h4>
        <ReadAs spec={spec} prefix={prefix} hasLoopError={isLoopWrong(spec, text)} />
      </div>
    </>
  );
}

/** What a front matter key does here. */
function doesText(key: string): string {
  const known = SPEC_KEYS.find((one) => one === snake(key));
  return ROLE_DOES[known ?? "unknown"];
}

/** What is wrong with a line; `hasLine`: the line is named, because it isn't the one above. */
export function SpecSays({
  problem: { level, line, message },
  hasLine = false,
}: {
  problem: SpecProblem;
  hasLine?: boolean;
}): ReactNode {
  return (
    <p className={clsx("te-says", level === "error" ? "te-bad" : "te-warn")}>
      <Icon of={level === "error" ? CircleAlert : TriangleAlert} size="s" />
      <span>
        <span className={hasLine ? undefined : "sr"}>
          {`Line ${line}`}, {ROLE[level]}:{" "}
        </span>
        {message}
      </span>
    </p>
  );
}

export function SpecPage({ text }: { text: string }): ReactNode {
  return (
    <div className="te-page">
      <RichText text={readRoleSpec(text).spec.body.trim()} />
    </div>
  );
}

function ReadAs({ spec, prefix, hasLoopError }: { spec: RoleSpec; prefix: string; hasLoopError: boolean }): ReactNode {
  const takes = [prefix, ...spec.additionalPrefixes].filter(Boolean).map((one) => `${one}-*`);
  const unknown = Object.keys(spec.unknown);
  const listed = {
    subagents: spec.subagents,
    tools: spec.cliTools,
    delegates: spec.delegatesTo,
    inputs: spec.inputArtifactTypes,
    members: spec.additionalMembers,
    messages: spec.messageTypes.map(({ type, on }) => (on === null ? type : `${type} (${on})`)),
  } as const;
  const rows = (Object.keys(listed) as (keyof typeof listed)[]).filter((key) => listed[key].length > 0);
  return (
    <dl className="te-reads small">
      <dt>Takes</dt>
      <dd className="mono">{takes.join(", ")}</dd>
      <dt>Inner loop</dt>
      <dd className={hasLoopError ? "c-bad" : undefined}>
        {spec.innerLoop === null ? "not set" : String(spec.innerLoop)}
      </dd>
      <dt>Discussion</dt>
      <dd>{roundsText(spec) ?? "not set"}</dd>
      {rows.map((key) => (
        <Fragment key={key}>
          <dt>{ROLE[key]}</dt>
          <dd>{listed[key].join(", ")}</dd>
        </Fragment>
      ))}
      {unknown.length > 0 && (
        <>
          <dt>Unknown, kept</dt>
          <dd className="mono">{unknown.join(", ")}</dd>
        </>
      )}
    </dl>
  );
}

/** "DISCUSS-001 (product, risk)", "none", `null` if nothing is given. */
function roundsText({ discussRounds }: RoleSpec): string | null {
  if (discussRounds?.length === 0) return "none";
  const said = discussRounds?.map(({ id, perspectives, steps }) => {
    const round = steps.length > 0 ? say`${id} for ${steps.join(", ")}` : id;
    return perspectives.length > 0 ? `${round} (${perspectives.join(", ")})` : round;
  });
  return said?.join(", ") ?? null;
}

function isLoopWrong(spec: RoleSpec, text: string): boolean {
  return spec.innerLoop === null && /^inner_loop\s*:/m.test(text);
}

function toneOf(problems: readonly SpecProblem[]): string | undefined {
  if (problems.some((problem) => problem.level === "error")) return "te-bad";
  return problems.length > 0 ? "te-warn" : undefined;
}
