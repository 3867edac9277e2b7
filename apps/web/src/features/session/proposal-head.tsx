import type { DecisionOption } from "@squadroom/core/decision/decision";
import type { ProposalStep } from "@squadroom/core/flow/steps";
import { counted } from "@squadroom/core/kernel/words";
import type { Proposal } from "@squadroom/core/session/record/session";
import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Since } from "../../clock/time.tsx";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/note.tsx";
import { Urgency, type UrgencyLevel } from "../../ui/urgency.tsx";
import { say } from "../../words/say.tsx";
import { optionTo } from "../decision/index.ts";
import type { Answers } from "./use-answers.ts";
import "./fold.css";

const HEAD = {
  proposes: (by) => say`${by} proposes`,
  asks: (by) => say`${by} asks`,
  reviewed: (by) => say`${by} reviewed it`,
} satisfies Record<string, (by: string) => string>;

interface Asked {
  id: string;
  version: number;
  urgency: UrgencyLevel;
  options: readonly DecisionOption[];
}

/** Who presented it, in which version and when; what was repaired, and whether it still fits. */
export function ProposalHead({
  proposal,
  title,
  decision,
  answers,
  verb = "proposes",
  children,
}: {
  proposal: Proposal<ProposalStep>;
  title: string;
  decision?: Asked | undefined;
  answers: Answers;
  verb?: "proposes" | "asks" | "reviewed";
  children?: ReactNode;
}): ReactNode {
  const { by, version, at, repairs, staleSince } = proposal;
  const renew = decision && optionTo(decision, "renew");
  return (
    <section>
      <p className="small muted se-by">
        {decision && <Urgency of={decision.urgency} />}
        <span className="dots">
          <span>{HEAD[verb](by.name)}</span>
          <span>{`version ${version}`}</span>
          <Since at={at} ago />
        </span>
      </p>
      <h2 className="se-q">{title}</h2>
      {staleSince !== null && (
        <Note
          tone="warn"
          icon={TriangleAlert}
          action={renew && <Button onClick={() => void answers.send({ decision, option: renew })}>Start over</Button>}
        >
          <b>Outdated.</b> Something it's based on changed <Since at={staleSince} ago />. It may no longer fit, and is
          kept as it was. Nothing is redone until you ask.
        </Note>
      )}
      {children}
      <Repairs repairs={repairs} />
    </section>
  );
}

export function Repairs({ repairs }: { repairs: Proposal["repairs"] }): ReactNode {
  const repaired = repairs.filter(({ kind }) => kind !== "amount");
  const otherwise = repairs.filter(({ kind }) => kind === "amount");
  return (
    <>
      {otherwise.map(({ message }) => (
        <Note key={message} tone="warn">
          {say`Asked twice, still not as wanted: ${message}`}
        </Note>
      ))}
      {repaired.length > 0 && <Repaired repairs={repaired} />}
    </>
  );
}

function Repaired({ repairs }: { repairs: Proposal["repairs"] }): ReactNode {
  return (
    <details className="se-fold small">
      <summary>{`${counted(repairs.length, "thing was", "things were")} fixed in the reply`}</summary>
      <ul>
        {repairs.map(({ path, message }) => (
          <li key={`${path} ${message}`}>
            {message} {path !== "" && <span className="muted mono">{say`at ${path}`}</span>}
          </li>
        ))}
      </ul>
    </details>
  );
}

export function SectionHead({
  title,
  hint,
  children,
}: {
  title: string;
  hint?: string;
  children?: ReactNode;
}): ReactNode {
  return (
    <div className="se-sec">
      <h3>{title}</h3>
      {hint && <span className="muted small">{hint}</span>}
      {children && <span className="end row">{children}</span>}
    </div>
  );
}
