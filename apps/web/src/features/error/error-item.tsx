import type { ErrorRow } from "@squadroom/core/error/contract";
import { placeText, splitFixes } from "@squadroom/core/error/reported-error";
import { Link } from "@tanstack/react-router";
import { clsx } from "clsx";
import { Check, Minus, X } from "lucide-react";
import type { ReactNode } from "react";
import { Since } from "../../clock/time.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Tag } from "../../ui/tag.tsx";
import { plainText } from "../../words/plain-text.ts";
import { say } from "../../words/say.tsx";

const SEVERITY = {
  critical: "critical",
  error: "error",
  warning: "warning",
};

const OUTCOME = {
  failed: "did not work",
  worked: "worked",
  not_tried: "not tried",
};

const SIGNS = { failed: X, worked: Check, not_tried: Minus } as const;
const TONES = { failed: "c-bad", worked: "c-ok", not_tried: "muted" } as const;

/** One error: what it says, where, who met it, and what was tried. */
export function ErrorItem({ error, room }: { error: ErrorRow; room: string }): ReactNode {
  const { severity, message, type, by, runId, at, count } = error;
  const { tried, untried } = splitFixes(error.attemptedFixes);
  const [first = "", ...rest] = message.trim().split("\n");
  const isWarning = severity === "warning";
  const place = placeText(error);
  return (
    <li className="er-item">
      <span className="er-n" title={isWarning ? undefined : `Error ${count} of its run`}>
        {isWarning ? "" : count}
      </span>
      <div>
        <p className="er-head">
          <Tag tone={isWarning ? "warn" : "bad"}>{SEVERITY[severity]}</Tag>
          <b className="strong" data-list-item tabIndex={-1}>
            {first}
          </b>
          <Since at={at} short className="small muted er-at" />
        </p>
        {rest.length > 0 && <pre className="er-more small">{rest.join("\n").trim()}</pre>}
        <p className="small muted er-facts">
          {place !== "" && <span className="mono">{place}</span>}
          {type && <span>{type}</span>}
          <span>{plainText(by.name)}</span>
          {runId !== null && (
            <Link className="link" to="/rooms/$room/runs/$run" params={{ room, run: String(runId) }}>
              {`run ${runId}`}
            </Link>
          )}
          {error.requiresIntervention && <span className="you">needs a person</span>}
          {error.suggestedAgent && <span>{say`suggests ${error.suggestedAgent}`}</span>}
          {error.stopped && <span className="c-bad">{say`stopped ${plainText(by.name)}`}</span>}
        </p>
        <Fixes fixes={tried} />
        <Fixes fixes={untried} title="Not tried" />
      </div>
    </li>
  );
}

function Fixes({ fixes, title }: { fixes: ErrorRow["attemptedFixes"]; title?: string }): ReactNode {
  if (fixes.length === 0) return null;
  return (
    <>
      {title && <p className="small muted er-untried">{title}</p>}
      <ol className="er-tried">
        {fixes.map(({ fix, outcome, note }, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a report never changes
          <li key={n}>
            <span
              role="img"
              aria-label={OUTCOME[outcome]}
              title={OUTCOME[outcome]}
              className={clsx("er-sign", TONES[outcome])}
            >
              <Icon of={SIGNS[outcome]} size="s" />
            </span>
            <span>{fix}</span>
            {note && <span className="small muted er-note">{note}</span>}
          </li>
        ))}
      </ol>
    </>
  );
}
