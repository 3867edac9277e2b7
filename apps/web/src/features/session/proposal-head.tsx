import type { DecisionOption } from "@squadroom/core/decision/decision";
import type { ProposalStep } from "@squadroom/core/flow/steps";
import type { Proposal } from "@squadroom/core/session/record/session";
import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Since } from "../../clock/time.tsx";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/note.tsx";
import { Urgency, type UrgencyLevel } from "../../ui/urgency.tsx";
import { optionTo } from "../decision/index.ts";
import type { Answers } from "./use-answers.ts";
import { t } from "./words.ts";
import "./fold.css";

interface Asked {
  id: string;
  version: number;
  urgency: UrgencyLevel;
  options: readonly DecisionOption[];
}

/** Who presented it, in which version and when; what was mended, and whether it still fits. */
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
          <span>{t(`head.${verb}`, { by: by.name })}</span>
          <span>{t("head.version", { version })}</span>
          <Since at={at} ago />
        </span>
      </p>
      <h2 className="se-q">{title}</h2>
      {staleSince !== null && (
        <Note
          tone="warn"
          icon={TriangleAlert}
          action={
            renew && (
              <Button onClick={() => void answers.send({ decision, option: renew })}>
                {t("stale.renew")}
              </Button>
            )
          }
        >
          <b>{t("stale.title")}.</b> {t("stale.text")} <Since at={staleSince} ago />.{" "}
          {t("stale.kept")}
        </Note>
      )}
      {children}
      <Repairs repairs={repairs} />
    </section>
  );
}

export function Repairs({ repairs }: { repairs: Proposal["repairs"] }): ReactNode {
  const mended = repairs.filter(({ kind }) => kind !== "amount");
  const otherwise = repairs.filter(({ kind }) => kind === "amount");
  return (
    <>
      {otherwise.map(({ message }) => (
        <Note key={message} tone="warn">
          {t("repairs.otherwise", { message })}
        </Note>
      ))}
      {mended.length > 0 && <Mended repairs={mended} />}
    </>
  );
}

function Mended({ repairs }: { repairs: Proposal["repairs"] }): ReactNode {
  return (
    <details className="se-fold small">
      <summary>{t("repairs.count", { count: repairs.length })}</summary>
      <ul>
        {repairs.map(({ path, message }) => (
          <li key={`${path} ${message}`}>
            {message}{" "}
            {path !== "" && <span className="muted mono">{t("repairs.at", { path })}</span>}
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
