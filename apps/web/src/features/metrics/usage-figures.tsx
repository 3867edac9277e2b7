import { MICROS_PER_USD, tokensOf, usdText } from "@squadroom/core/usage/usage";
import { type ReactNode, useState } from "react";
import { Segments } from "../../ui/segments.tsx";
import { plainText } from "../../words/plain-text.ts";
import { roleTitle } from "../../words/role-title.ts";
import { say } from "../../words/say.tsx";
import { roughTokens } from "../usage/index.ts";
import { type Column, DayChart, dayName, roundTop } from "./day-chart.tsx";
import type { Behind } from "./events-sheet.tsx";
import { ShareBars } from "./share-bars.tsx";
import type { Report } from "./use-metrics.ts";

const KIND = {
  model: "Model",
  agent: "Agent",
  role: "Role",
  session: "Session",
  person: "Asked by",
  run: "Run",
};

const NOBODY = {
  model: "No model named",
  agent: "No agent",
  role: "No role",
  session: "Outside of sessions",
  person: "Nobody known",
  run: "Outside of runs",
};

const KINDS = ["model", "agent", "role", "session", "person", "run"] as const;
type Kind = (typeof KINDS)[number];
type Group = Report["groups"][Kind][number];

/** Most groups with a look of their own in a column; the rest is one. */
const LOOKS = 3;
const AHEAD_DAYS = 3;

/** What was used by day and by group; each leads to the reports behind it. */
export function UsageFigures({ report, onShow }: { report: Report; onShow: (behind: Behind) => void }): ReactNode {
  const [kind, setKind] = useState<Kind>("model");
  const [measure, setMeasure] = useState<"costs" | "tokens">("costs");
  const { starts, month } = report;
  const groups = report.groups[kind];
  // Runs have no days of their own.
  const byDay = kind === "run" ? report.groups.model : groups;
  const isCost = measure === "costs";
  const unit = isCost ? MICROS_PER_USD : 1;
  const columns = starts.slice(0, -1).map((at, day): Column => {
    const values = byDay.map((group) => (group[measure][day] ?? 0) / unit);
    const rest = values.slice(LOOKS).reduce((sum, value) => sum + value, 0);
    const all = values.reduce((sum, value) => sum + value, 0);
    const says = isCost ? `${dayName(at)}: ${usdText(all * unit)} USD` : `${dayName(at)}: ${roughTokens(all)} tokens`;
    const parts = [...values.slice(0, LOOKS), rest].map((value, i) => {
      return { value, look: `look-${i}` };
    });
    return { at, label: says, parts };
  });
  const perDay = month.perDayUsdMicros;
  const ahead = isCost && perDay !== null && starts.length > 2 ? expected(starts, perDay) : [];
  const top = roundTop([...columns, ...ahead].map(({ parts }) => parts.reduce((sum, { value }) => sum + value, 0)));
  const what = isCost ? "Cost" : "Tokens";
  const show = (day: number): void =>
    onShow({
      title: dayName(starts[day] ?? 0),
      kind: "usage",
      since: starts[day] ?? 0,
      until: starts[day + 1] ?? 0,
    });
  return (
    <div className="mx-two">
      <section aria-label={say`${what} by day`}>
        <div className="mx-head">
          <h2>{say`${what} by day`}</h2>
          <Segments
            label="Measure"
            value={measure}
            options={[
              { value: "costs", label: "USD" },
              { value: "tokens", label: "tokens" },
            ]}
            onChange={setMeasure}
          />
          <span className="mx-legend small muted">
            {byDay.slice(0, LOOKS).map((group, i) => (
              <span key={group.key ?? i}>
                <i className={`look-${i}`} />
                {nameOf(kind === "run" ? "model" : kind, group)}
              </span>
            ))}
            {byDay.length > LOOKS && (
              <span>
                <i className="look-3" />
                {`${byDay.length - LOOKS} more`}
              </span>
            )}
            {ahead.length > 0 && (
              <span>
                <i className="look-ahead" />
                forecast
              </span>
            )}
          </span>
        </div>
        <DayChart
          label={say`${what} by day`}
          columns={columns}
          ahead={ahead}
          top={top}
          textOf={isCost ? axisText : roughTokens}
          onPick={show}
        />
      </section>
      <section aria-label="Group">
        <div className="mx-head">
          <Segments
            label="Group"
            value={kind}
            options={KINDS.map((value) => ({ value, label: KIND[value] }))}
            onChange={setKind}
          />
        </div>
        {groups.length === 0 && <p className="muted mx-none">Nothing in this period.</p>}
        <ShareBars
          rows={groups.map((group) => ({
            key: `${group.key}${group.rest}`,
            name: nameOf(kind, group),
            ...figureOf(group, isCost),
            onPick:
              group.rest > 0
                ? undefined
                : () =>
                    onShow({
                      title: nameOf(kind, group),
                      kind: "usage",
                      by: kind,
                      key: group.key,
                      since: starts[0] ?? 0,
                      until: starts.at(-1) ?? 0,
                    }),
          }))}
        />
      </section>
    </div>
  );
}

function figureOf({ usage }: Group, isCost: boolean) {
  const tokens = tokensOf(usage);
  if (!isCost) return { value: tokens, text: tokens > 0 ? roughTokens(tokens) : "unknown" };
  const isUnknown = usage.costUsdMicros === 0 && usage.unpricedTokens > 0;
  const text = isUnknown ? "unknown" : usdText(usage.costUsdMicros);
  return { value: usage.costUsdMicros, text, isUnknown };
}

function nameOf(kind: Kind, { key, name, rest }: Group): string {
  if (rest > 0) return `${rest} more`;
  if (key === null) return NOBODY[kind];
  if (kind === "run") return `Run ${key.slice(key.indexOf("/") + 1)}`;
  if (kind === "role") return roleTitle(key);
  return plainText(name || key);
}

function expected(starts: readonly number[], perDayUsdMicros: number): Column[] {
  const end = starts.at(-1) ?? 0;
  return Array.from({ length: AHEAD_DAYS }, (_, i) => {
    const at = new Date(end);
    at.setDate(at.getDate() + i);
    const usd = usdText(perDayUsdMicros);
    return {
      at: at.getTime(),
      label: `${dayName(at.getTime())}, expected: ${usd} USD`,
      parts: [{ value: perDayUsdMicros / MICROS_PER_USD, look: "look-ahead" }],
    };
  });
}

/** As many decimal places as it takes to distinguish the lines. */
export function axisText(value: number): string {
  return value.toLocaleString("en", { maximumSignificantDigits: 3 });
}
