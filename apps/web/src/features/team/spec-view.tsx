import { readFrontMatter } from "@squadroom/core/team/front-matter";
import {
  type RoleSpec,
  readRoleSpec,
  SPEC_KEYS,
  type SpecProblem,
  snake,
} from "@squadroom/core/team/spec";
import { clsx } from "clsx";
import { CircleAlert, TriangleAlert } from "lucide-react";
import { Fragment, type ReactNode } from "react";
import { Icon } from "../../ui/icon.tsx";
import { RichText } from "../../ui/rich-text.tsx";
import { t } from "./words.ts";

/** A spec by its lines, each problem under its own, and what was understood. */
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
        <h4 className="label">{t("role.reads")}</h4>
        <ReadAs spec={spec} prefix={prefix} hasLoopError={isLoopWrong(spec, text)} />
      </div>
    </>
  );
}

/** What a key of the front matter does here. */
function doesText(key: string): string {
  const known = SPEC_KEYS.find((one) => one === snake(key));
  return t(`role.does.${known ?? "unknown"}`);
}

/** What is wrong with a line; `hasLine`: the line is named, where it isn't the one above. */
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
          {t("role.line", { line })}, {t(`role.${level}`)}:{" "}
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

function ReadAs({
  spec,
  prefix,
  hasLoopError,
}: {
  spec: RoleSpec;
  prefix: string;
  hasLoopError: boolean;
}): ReactNode {
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
  const rows = (Object.keys(listed) as (keyof typeof listed)[]).filter(
    (key) => listed[key].length > 0,
  );
  return (
    <dl className="te-reads small">
      <dt>{t("role.takes")}</dt>
      <dd className="mono">{takes.join(", ")}</dd>
      <dt>{t("role.loop")}</dt>
      <dd className={hasLoopError ? "c-bad" : undefined}>
        {spec.innerLoop === null
          ? t("role.notSet")
          : t(`role.loops.${String(spec.innerLoop) as "true"}`)}
      </dd>
      <dt>{t("role.rounds")}</dt>
      <dd>{roundsText(spec) ?? t("role.notSet")}</dd>
      {rows.map((key) => (
        <Fragment key={key}>
          <dt>{t(`role.${key}`)}</dt>
          <dd>{listed[key].join(", ")}</dd>
        </Fragment>
      ))}
      {unknown.length > 0 && (
        <>
          <dt>{t("role.unknown")}</dt>
          <dd className="mono">{unknown.join(", ")}</dd>
        </>
      )}
    </dl>
  );
}

/** "DISCUSS-001 (product, risk)", "none", `null` where nothing is said. */
function roundsText({ discussRounds }: RoleSpec): string | null {
  if (discussRounds?.length === 0) return t("role.noRounds");
  const said = discussRounds?.map(({ id, perspectives, steps }) => {
    const round = steps.length > 0 ? t("role.roundFor", { id, steps: steps.join(", ") }) : id;
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
