import { counted } from "@squadroom/core/kernel/words";
import { isNearlyFull } from "@squadroom/core/run/run";
import { costBasis, isReported, knownCost, tokensOf, type Usage, usdText } from "@squadroom/core/usage/usage";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Since, useUntil } from "../../clock/time.tsx";
import type { Names } from "../../live/names.ts";
import { useNarrow } from "../../panel/use-wide.ts";
import { Bar } from "../../ui/bar.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { harnessTitle } from "../../words/harness-title.ts";
import { plainText } from "../../words/plain-text.ts";
import { say } from "../../words/say.tsx";
import { openTask } from "../task/index.ts";
import { roughTokens } from "../usage/index.ts";
import { type RunFacts, toneOf } from "./run-facts.ts";
import { STATE } from "./words.ts";
import "./run-head.css";

const MODEL_BY = {
  asked: "by whoever started the run",
  message: "by the message",
  resumed: "as in the run before",
  room: "by the room's setting",
  economy: "by the room, to save money",
  role: "by the room, for this role",
  charter: "by the role's own text",
  runner: "by the runner",
  tier: "by how much the work takes",
  default: "what such a role takes",
  team: "by the room's default",
};

const FACT_BASIS = {
  billed: () => "billed",
  estimated: () => "estimated",
  both: (usd) => `${usd} of it estimated`,
} satisfies Record<string, (usd: string) => string>;

interface HeadProps {
  run: RunFacts;
  names: Names;
  room: string;
}

/** What is known about a run; on a phone only its state until more is asked for. */
export function RunHead(props: HeadProps): ReactNode {
  if (!useNarrow()) return <FactList {...props} />;
  return (
    <details className="run-facts">
      <summary>
        <StateWords run={props.run} />
      </summary>
      <FactList {...props} />
    </details>
  );
}

/** Each fact under its name. */
function FactList({ run, names, room }: HeadProps): ReactNode {
  const { taskId, harness, runner, model, branch, tree, folder, live } = run;
  return (
    <Facts>
      <Fact name="State" small={<StateNote run={run} />}>
        <StateWords run={run} />
      </Fact>
      <Fact name="Task" small={taskId && names.title(taskId)}>
        {taskId ? (
          <button type="button" className="link nowrap" onClick={() => openTask(taskId)}>
            {taskId}
          </button>
        ) : (
          <span className="muted">none</span>
        )}
      </Fact>
      <Fact name="Role" small={run.name}>
        {names.role(run.role)}
      </Fact>
      <Fact name="Harness" small={runner === null ? "no runner yet" : say`runner ${runner}`}>
        {harness ? harnessTitle(harness) : <span className="muted">not chosen yet</span>}
      </Fact>
      <Fact name="Model" small={<ModelNote run={run} />}>
        {model ?? <span className="muted">its own default</span>}
      </Fact>
      {(branch || folder) && (
        <Fact name="Branch and worktree" small={tree ? say`worktree ${tree}` : folder && say`in ${folder}`} isLong>
          {branch ? <BranchName name={branch} tree={tree} room={room} /> : "none"}
        </Fact>
      )}
      <Fact name="Tokens" small={<Cached usage={run.usage} />}>
        {tokensOf(run.usage) > 0 ? roughTokens(tokensOf(run.usage)) : <span className="muted">unknown</span>}
      </Fact>
      <Cost usage={run.usage} />
      {live?.context && (
        <ContextFact used={live.context.used} size={live.context.size} compactions={live.compactions} />
      )}
    </Facts>
  );
}

/** Who decided it, and what else there is to say about that. */
function ModelNote({ run }: { run: RunFacts }): ReactNode {
  const { model, modelBy, modelHow } = run;
  if (!modelBy) return null;
  const { wanted, savedFrom, fellBackFrom = [] } = modelHow ?? {};
  // Which models there are is known once it has a harness.
  const isPlaced = run.harness !== null && (!("state" in run) || run.state !== "queued");
  const isUnmet = isPlaced && model === null && wanted !== undefined && fellBackFrom.length === 0;
  const words = [
    MODEL_BY[modelBy],
    ...(isUnmet ? [say`no ${wanted} model of this harness is known`] : []),
    ...(wanted !== undefined && !isUnmet ? [say`${wanted} was wanted`] : []),
    ...(savedFrom === undefined ? [] : [say`saves money: otherwise ${savedFrom}`]),
    ...fellBackFrom.map((one) => say`instead of ${one.model ?? "its own default"}: ${plainText(one.why)}`),
  ];
  return words.join("; ");
}

/** Leads to the branch, if the run says whose tree it is. */
function BranchName({ name, tree, room }: { name: string; tree: string | null; room: string }): ReactNode {
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
  if (since === null) return <span className={tone}>{STATE[state]}</span>;
  return (
    <span className={tone} data-state={state}>
      {run.ended ? (
        <>
          Ended <Since at={since} ago />
        </>
      ) : (
        <>
          {STATE[state]}, <Since at={since} />
        </>
      )}
    </span>
  );
}

function StateNote({ run }: { run: RunFacts }): ReactNode {
  const { limitedUntil = null, problem = null } = run.live ?? {};
  const left = useUntil(limitedUntil ?? 0);
  if (limitedUntil !== null) return `its provider takes nothing for ${left}`;
  if (problem) return problem;
  return counted(run.turns, "turn");
}

function Cached({ usage }: { usage: Usage }): ReactNode {
  const all = tokensOf(usage);
  if (all === 0 || usage.cacheReadTokens === 0) return null;
  return `${Math.round((100 * usage.cacheReadTokens) / all)} % from cache`;
}

/** A cost says what it is based on; a cost that nobody named is unknown, never nothing. */
function Cost({ usage }: { usage: Usage }): ReactNode {
  const known = knownCost(usage);
  if (!isReported(usage) || known === "none")
    return (
      <Fact name="Cost">
        <span className="muted">unknown</span>
      </Fact>
    );
  const basis = costBasis(usage);
  const words = [
    FACT_BASIS[basis](usdText(usage.estimatedUsdMicros ?? 0)),
    ...(known === "some" ? ["more is unknown"] : []),
  ];
  return (
    <Fact name="Cost" small={words.join(", ")}>
      {`${usdText(usage.costUsdMicros)} USD`}
    </Fact>
  );
}

function ContextFact({ used, size, compactions }: { used: number; size: number; compactions: number }): ReactNode {
  const share = size > 0 ? used / size : 0;
  const isFull = isNearlyFull({ used, size });
  const percent = Math.round(100 * share);
  const small = [
    `of ${roughTokens(size)}`,
    ...(isFull ? ["nearly full"] : []),
    ...(compactions > 0 ? [compactions === 1 ? "compacted once" : `compacted ${compactions} times`] : []),
  ];
  return (
    <Fact name="Context window" small={small.join(", ")}>
      <span className={isFull ? "run-context c-warn" : "run-context"}>
        <Bar percent={percent} label="How full its context window is" />
        {`${percent} %`}
      </span>
    </Fact>
  );
}
