import { isNearlyFull } from "@squadroom/core/run/run";
import {
  costBasis,
  isReported,
  knownCost,
  tokensOf,
  type Usage,
  usdText,
} from "@squadroom/core/usage/usage";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Since, useUntil } from "../../clock/time.tsx";
import type { Names } from "../../live/names.ts";
import { Bar } from "../../ui/bar.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { harnessTitle } from "../../words/harness-title.ts";
import { plainText } from "../../words/plain-text.ts";
import { openTask } from "../task/index.ts";
import { roughTokens } from "../usage/index.ts";
import { type RunFacts, toneOf } from "./run-facts.ts";
import { say, t } from "./words.ts";
import "./run-head.css";

/** What is known of a run, each fact under its name. */
export function FactList({
  run,
  names,
  room,
}: {
  run: RunFacts;
  names: Names;
  room: string;
}): ReactNode {
  const { taskId, harness, runner, model, branch, tree, folder, live } = run;
  return (
    <Facts>
      <Fact name={t("fact.state")} small={<StateNote run={run} />}>
        <StateWords run={run} />
      </Fact>
      <Fact name={t("fact.task")} small={taskId && names.title(taskId)}>
        {taskId ? (
          <button type="button" className="link nowrap" onClick={() => openTask(taskId)}>
            {taskId}
          </button>
        ) : (
          <span className="muted">{t("fact.noTask")}</span>
        )}
      </Fact>
      <Fact name={t("fact.role")} small={run.name}>
        {names.role(run.role)}
      </Fact>
      <Fact
        name={t("fact.harness")}
        small={runner === null ? t("fact.noRunner") : t("fact.runner", { name: runner })}
      >
        {harness ? harnessTitle(harness) : <span className="muted">{t("fact.notStarted")}</span>}
      </Fact>
      <Fact name={t("fact.model")} small={<ModelNote run={run} />}>
        {model ?? <span className="muted">{t("fact.ownModel")}</span>}
      </Fact>
      {(branch || folder) && (
        <Fact
          name={t("fact.branch")}
          small={tree ? t("fact.tree", { tree }) : folder && t("fact.folder", { folder })}
          isLong
        >
          {branch ? <BranchName name={branch} tree={tree} room={room} /> : t("fact.noBranch")}
        </Fact>
      )}
      <Fact name={t("fact.tokens")} small={<Cached usage={run.usage} />}>
        {tokensOf(run.usage) > 0 ? (
          roughTokens(tokensOf(run.usage))
        ) : (
          <span className="muted">{t("fact.noTokens")}</span>
        )}
      </Fact>
      <Cost usage={run.usage} />
      {live?.context && (
        <ContextFact
          used={live.context.used}
          size={live.context.size}
          compactions={live.compactions}
        />
      )}
    </Facts>
  );
}

/** Who decided it, and what else there is to say of how it came about. */
function ModelNote({ run }: { run: RunFacts }): ReactNode {
  const { model, modelBy, modelHow } = run;
  if (!modelBy) return null;
  const { wanted, savedFrom, fellBackFrom = [] } = modelHow ?? {};
  // Which models there are is known once it has a harness.
  const isPlaced = run.harness !== null && (!("state" in run) || run.state !== "queued");
  const isUnmet = isPlaced && model === null && wanted !== undefined && fellBackFrom.length === 0;
  const words = [
    t(`modelBy.${modelBy}`),
    ...(isUnmet ? [t("modelHow.unmet", { wanted })] : []),
    ...(wanted !== undefined && !isUnmet ? [t("modelHow.wanted", { wanted })] : []),
    ...(savedFrom === undefined ? [] : [t("modelHow.savedFrom", { model: savedFrom })]),
    ...fellBackFrom.map((one) =>
      t("modelHow.fellBack", { model: one.model ?? t("modelHow.own"), why: plainText(one.why) }),
    ),
  ];
  return words.join("; ");
}

/** Leads to the branch, where the run says whose tree it is. */
function BranchName({
  name,
  tree,
  room,
}: {
  name: string;
  tree: string | null;
  room: string;
}): ReactNode {
  if (tree === null) return <span className="mono">{name}</span>;
  return (
    <Link className="link mono" to="/rooms/$room/branches/$branch" params={{ room, branch: tree }}>
      {name}
    </Link>
  );
}

function StateWords({ run }: { run: RunFacts }): ReactNode {
  const { state, since } = run;
  const tone = toneOf(run);
  if (since === null) return <span className={tone}>{t(`state.${state}`)}</span>;
  return (
    <span className={tone} data-state={state}>
      {run.ended
        ? say("fact.ended", { ago: <Since key="ago" at={since} ago /> })
        : say("fact.for", { state: t(`state.${state}`), since: <Since key="since" at={since} /> })}
    </span>
  );
}

function StateNote({ run }: { run: RunFacts }): ReactNode {
  const { limitedUntil = null, problem = null } = run.live ?? {};
  const left = useUntil(limitedUntil ?? 0);
  if (limitedUntil !== null) return t("fact.limited", { left });
  if (problem) return problem;
  return t("fact.turns", { count: run.turns });
}

function Cached({ usage }: { usage: Usage }): ReactNode {
  const all = tokensOf(usage);
  if (all === 0 || usage.cacheReadTokens === 0) return null;
  return t("fact.cached", { percent: Math.round((100 * usage.cacheReadTokens) / all) });
}

/** A cost says what it rests on; what nobody priced is unknown, never nothing. */
function Cost({ usage }: { usage: Usage }): ReactNode {
  const known = knownCost(usage);
  if (!isReported(usage) || known === "none")
    return (
      <Fact name={t("fact.cost")}>
        <span className="muted">{t("fact.unknown")}</span>
      </Fact>
    );
  const basis = costBasis(usage);
  const words = [
    t(`fact.basis.${basis}`, { usd: usdText(usage.estimatedUsdMicros ?? 0) }),
    ...(known === "some" ? [t("fact.basis.some")] : []),
  ];
  return (
    <Fact name={t("fact.cost")} small={words.join(", ")}>
      {t("fact.usd", { usd: usdText(usage.costUsdMicros) })}
    </Fact>
  );
}

function ContextFact({
  used,
  size,
  compactions,
}: {
  used: number;
  size: number;
  compactions: number;
}): ReactNode {
  const share = size > 0 ? used / size : 0;
  const isFull = isNearlyFull({ used, size });
  const percent = Math.round(100 * share);
  const small = [
    t("fact.contextOf", { size: roughTokens(size) }),
    ...(isFull ? [t("fact.contextFull")] : []),
    ...(compactions > 0 ? [t("fact.compacted", { count: compactions })] : []),
  ];
  return (
    <Fact name={t("fact.context")} small={small.join(", ")}>
      <span className={isFull ? "run-context c-warn" : "run-context"}>
        <Bar percent={percent} label={t("fact.contextLabel")} />
        {t("fact.percent", { percent })}
      </span>
    </Fact>
  );
}
