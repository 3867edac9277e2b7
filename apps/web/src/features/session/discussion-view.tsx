import { counted } from "@squadroom/core/kernel/words";
import { revisionOf } from "@squadroom/core/pipeline/pipeline";
import {
  type DiscussionResult,
  resultOf,
  type Said,
} from "@squadroom/core/session/discussion/verdict";
import type { Discussion } from "@squadroom/core/session/record/discussion";
import type { Session } from "@squadroom/core/session/record/session";
import { Minus, X } from "lucide-react";
import type { ReactNode } from "react";
import { Icon } from "../../ui/icon.tsx";
import { Tag, type TagTone } from "../../ui/tag.tsx";
import { plainText } from "../../words/plain-text.ts";
import { averageText, DiscussionMatrix, lineOf } from "./discussion-matrix.tsx";
import { SectionHead } from "./proposal-head.tsx";
import { t } from "./words.ts";
import "./discussion.css";

/** One round: who rated how, what that comes to and why, and what follows. */
export function DiscussionView({
  session,
  discussion,
}: {
  session: Session;
  discussion: Discussion;
}): ReactNode {
  const result = resultOf(discussion);
  const { verdict } = discussion;
  return (
    <div className="dv">
      <section>
        <SectionHead title={t("discussion.ratings")} hint={t("discussion.ratingsHint")} />
        <DiscussionMatrix line={lineOf(session.discussions ?? [], discussion)} />
      </section>
      {verdict && verdict.outcome !== "skipped" && (
        <section>
          <SectionHead title={t("discussion.verdict")}>
            <VerdictTag discussion={discussion} />
          </SectionHead>
          <Rules result={result} />
        </section>
      )}
      {verdict?.outcome !== "skipped" && (
        <section className="dv-two">
          <Themes title={t("discussion.agree")} said={result.convergent} />
          <Themes title={t("discussion.differ")} said={[...result.missing, ...result.divergent]} />
        </section>
      )}
      {result.actionItems.length > 0 && (
        <section>
          <SectionHead title={t("discussion.items")} hint={t("discussion.itemsHint")} />
          <ol className="dv-items">
            {result.actionItems.map(({ text, by }) => (
              <li key={text}>
                <span>{plainText(text)}</span>
                <span className="small muted dm-name">{by.map(plainText).join(", ")}</span>
              </li>
            ))}
          </ol>
        </section>
      )}
      <section>
        <SectionHead title={t("discussion.follows")} />
        <p className="read">{followsText(session, discussion)}</p>
      </section>
    </div>
  );
}

const TONES = { high: "bad", medium: "warn", low: "plain", none: "ok" } as const;

export function VerdictTag({ discussion }: { discussion: Discussion }): ReactNode {
  const { verdict, perspectives } = discussion;
  if (!verdict) {
    const done = perspectives.filter(({ reply }) => reply !== null).length;
    return <Tag tone="work">{t("discussion.open", { done, all: perspectives.length })}</Tag>;
  }
  const { outcome, severity, averageRating } = verdict;
  const tone: TagTone = outcome === "skipped" ? "warn" : TONES[severity];
  if (outcome === "skipped") return <Tag tone={tone}>{t("discussion.outcome.skipped")}</Tag>;
  const average = averageText(averageRating);
  return (
    <Tag tone={tone}>
      {`${t(`discussion.severity.${severity}`)}, ${t("discussion.rated", { average })}`}
    </Tag>
  );
}

/** Each rule of the verdict, with what met it: the first that is met says how severe it is. */
function Rules({ result }: { result: DiscussionResult }): ReactNode {
  const { missing, risks, perspectives, averageRating, spread, divergent } = result;
  const low = perspectives.filter(({ rating }) => rating !== null && rating <= 2);
  const high = risks.filter(({ severity }) => severity === "high");
  const named = (said: readonly Said[]) => said.map(({ text }) => text).join("; ");
  const rated = low.map(({ name, rating }) => `${name} ${rating}`).join(", ");
  const rules = [
    ["missing", missing.length > 0, named(missing)],
    ["risk", high.length > 0, named(high)],
    ["two", low.length > 1, rated],
    ["below", (averageRating ?? 5) < 3, averageText(averageRating)],
    ["one", low.length === 1, rated],
    ["apart", spread >= 3, String(spread)],
    ["differ", divergent.length > 0, counted(divergent.length, "point", "points")],
  ] as const;
  return (
    <ul className="dv-rules">
      {rules.map(([rule, isMet, what]) => (
        <li key={rule} className={isMet ? "dv-met" : undefined}>
          <Icon of={isMet ? X : Minus} size="s" />
          <span className={isMet ? "strong" : "muted"}>{t(`discussion.rules.${rule}`)}</span>
          <span className={isMet ? undefined : "muted"}>
            {isMet ? plainText(what) : t("discussion.notMet")}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Themes({ title, said }: { title: string; said: readonly Said[] }): ReactNode {
  return (
    <div>
      <h4>{title}</h4>
      {said.length === 0 ? (
        <p className="muted small">{t("discussion.nothing")}</p>
      ) : (
        <ul>
          {said.map(({ text, by }) => (
            <li key={text}>
              {plainText(text)}
              <p className="small muted dm-name">{by.map(plainText).join(", ")}</p>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** What becomes of the step. */
export function followsText(session: Session, discussion: Discussion): string {
  const { verdict, step, rest } = discussion;
  if (!verdict) return t("discussion.next.open");
  const again = revisionAfter(session, step);
  if (verdict.next === "revise") return t("discussion.next.revise", { id: again ?? "", step });
  if (verdict.next === "asks") {
    if (again) return t("discussion.next.again", { id: again });
    const isOpen = session.execution?.open.includes(discussion.taskId);
    return t(isOpen ? "discussion.next.asks" : "discussion.next.proceeded");
  }
  const [next] = rest;
  if (next) return t("discussion.next.more", { round: next.round });
  const how = verdict.outcome === "skipped" ? "skipped" : verdict.severity;
  return how === "high" ? "" : t(`discussion.next.${how}`);
}

/** The step that revises this one. */
function revisionAfter({ pipeline }: Session, step: string): string | undefined {
  const { first, revision } = revisionOf(step);
  return pipeline?.steps.find(({ id }) => id === `${first}-R${revision + 1}`)?.id;
}
