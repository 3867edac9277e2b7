import { BUDGET_LIMITS, limitOf, usedOf, usedText } from "@squadroom/core/budget/budget";
import { scopeKey } from "@squadroom/core/budget/scope";
import { isThere } from "@squadroom/core/kernel/room";
import type { RoomView } from "@squadroom/core/kernel/view";
import { counted } from "@squadroom/core/kernel/words";
import { harnessRest } from "@squadroom/core/run/rest";
import { usdText } from "@squadroom/core/usage/usage";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { clockOf } from "../../clock/since.ts";
import { useLiveNow } from "../../live/connection.ts";
import { buttonClass } from "../../ui/button.tsx";
import { ReachSign } from "../../ui/presence.tsx";
import { harnessTitle } from "../../words/harness-title.ts";
import { plainText } from "../../words/plain-text.ts";
import { say } from "../../words/say.tsx";
import { costText } from "../usage/index.ts";
import type { Report } from "./use-metrics.ts";

/** What may be used, what a session will have cost, and which harnesses now accept work. */
export function Limits({ view, report }: { view: RoomView; report: Report }): ReactNode {
  return (
    <div className="mx-two">
      <div className="mx-stack">
        <section aria-label="Budgets">
          <div className="mx-head">
            <h2>Budgets</h2>
            <span className="small muted">at the line, work pauses and you are asked</span>
            <Link
              to="/rooms/$room/settings"
              params={{ room: view.name }}
              search={{ section: "models" }}
              className={`${buttonClass("ghost")} end`}
            >
              Edit budgets
            </Link>
          </div>
          <BudgetRows view={view} />
        </section>
        <section aria-label="Projected cost">
          <div className="mx-head">
            <h2>Projected cost</h2>
            <span className="end small muted">based on recent costs of the same roles</span>
          </div>
          {report.sessions.length === 0 && <p className="muted mx-none">No session is running.</p>}
          <ul className="mx-rows">
            {report.sessions.map(({ sessionId, title, usage, expectedUsdMicros, tasksLeft }) => (
              <li key={sessionId}>
                <Link
                  className="ell"
                  to="/rooms/$room/sessions/$session"
                  params={{ room: view.name, session: String(sessionId) }}
                >
                  {plainText(title)}
                </Link>
                <span className="small muted">{`${costText(usage)} so far`}</span>
                <span className="small end">
                  {expectedUsdMicros === null
                    ? "end unknown"
                    : `ends near ${usdText(expectedUsdMicros)} USD, ${counted(tasksLeft, "task")} left`}
                </span>
              </li>
            ))}
          </ul>
        </section>
      </div>
      <section aria-label="Harnesses">
        <div className="mx-head">
          <h2>Harnesses</h2>
          <span className="end small muted">limits and pauses</span>
        </div>
        <HarnessRows view={view} />
      </section>
    </div>
  );
}

function BudgetRows({ view }: { view: RoomView }): ReactNode {
  const { live } = view.sessions;
  const rows = [
    ...Object.values(view.budgets).map((one) => ({ ...one, key: scopeKey(one.scope) })),
    ...live.map(({ id, title, ...one }) => ({
      key: `session:${id}`,
      name: title,
      budget: one.budget,
      usage: one.usage,
      paused: one.state === "paused" ? "asks" : null,
    })),
  ].flatMap((one) =>
    BUDGET_LIMITS.flatMap((limit) => {
      const { budget } = one;
      const max = budget && limitOf(budget, limit);
      if (!budget || max === null) return [];
      return [{ ...one, budget, limit, share: usedOf(one.usage, limit) / max }];
    }),
  );
  if (rows.length === 0) return <p className="muted mx-none">No budgets are set.</p>;
  return (
    <ul className="mx-rows">
      {rows.map(({ key, name, limit, share, budget, usage, paused }) => (
        <li key={`${key} ${limit}`}>
          <span className="ell">{plainText(name)}</span>
          <span className="mx-budget">
            <i
              className={share >= budget.warnAt ? "mx-over" : "look-0"}
              style={{ width: `${Math.min(100, share * 80)}%` }}
            />
          </span>
          <span className="small end">
            {usedText({ budget, usage }, limit)}
            {paused !== null && <span className="c-warn"> · paused</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** What holds up each harness now: its provider's limit, a pause after failed starts, or that it is missing. */
function HarnessRows({ view }: { view: RoomView }): ReactNode {
  const now = useLiveNow();
  const runners = Object.values(view.runs.runners).filter(({ online }) => online);
  const names = new Set(runners.flatMap(({ offers }) => offers.map(({ harness }) => harness)));
  if (names.size === 0) return <p className="muted mx-none">No runner is connected.</p>;
  return (
    <ul className="mx-rows mx-harness">
      {[...names].map((name) => {
        const limited = (view.runs.live ?? []).filter((run) => run.harness === name && (run.limitedUntil ?? 0) > now);
        const found = runners.flatMap(({ harnesses }) => harnesses.filter((h) => h.name === name));
        const rest = isThere(view)
          ? runners.flatMap((runner) => harnessRest(view, runner, name, now) ?? [])[0]
          : undefined;
        const until = Math.max(0, ...limited.map(({ limitedUntil }) => limitedUntil ?? 0));
        const isSignedOut = found.some(({ isSignedIn }) => isSignedIn === false);
        const isWell = limited.length === 0 && !rest && !isSignedOut;
        const says =
          limited.length > 0
            ? `at its limit until ${clockOf(until)}, ${counted(limited.length, "run waits", "runs wait")}`
            : rest
              ? rest.why === "limited"
                ? `at its limit until ${clockOf(rest.until)}`
                : say`paused until ${clockOf(rest.until)} after failed starts: ${rest.reason}`
              : isSignedOut
                ? "signed out"
                : "open";
        const reach = isWell ? "online" : limited.length > 0 ? "offline" : "unstable";
        return (
          <li key={name}>
            <ReachSign of={reach} />
            <span>{harnessTitle(name)}</span>
            <span className={isWell ? "small muted end" : "small c-warn end"}>{says}</span>
          </li>
        );
      })}
    </ul>
  );
}
