import { counted } from "@squadroom/core/kernel/words";
import { revisionOf } from "@squadroom/core/pipeline/pipeline";
import { type DiscussionResult, resultOf, type Said } from "@squadroom/core/session/discussion/verdict";
import { flowOf } from "@squadroom/core/session/flow/flows";
import type { Discussion } from "@squadroom/core/session/record/discussion";
import type { Session } from "@squadroom/core/session/record/session";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Icon } from "../../ui/icon.tsx";
import { Tag, type TagTone } from "../../ui/tag.tsx";
import { plainText } from "../../words/plain-text.ts";
import { say } from "../../words/say.tsx";
import { averageText, DiscussionMatrix, lineOf } from "./discussion-matrix.tsx";
import { SectionHead } from "./proposal-head.tsx";
import { DISCUSSION_SEVERITY } from "./words.ts";
import "./discussion.css";

const DISCUSSION_RULES = {
  missing: "A requirement is missing",
  risk: "A high risk",
  two: "Two ratings of 2 or lower",
  below: "An average below 3",
  one: "One rating of 2 or lower",
  apart: "Ratings 3 or more apart",
  differ: "They differ",
};

const DISCUSSION_NEXT = {
  skipped: "Nobody took part. The step counts, with a warning.",
  medium: "It counts as done. The team reads the warning as an issue.",
  low: "It counts as done, with notes.",
  none: "It counts as done.",
};

/** One round: who rated how, the result and its reason, and what follows. */
export function DiscussionView({ session, discussion }: { session: Session; discussion: Discussion }): ReactNode {
  const result = resultOf(discussion);
  const { verdict } = discussion;
  return (
    <div className="dv">
      <section>
        <SectionHead title="Ratings" hint="1 to 5, each blind to the others" />
        <DiscussionMatrix line={lineOf(session.discussions ?? [], discussion)} />
      </section>
      {verdict && verdict.outcome !== "skipped" && (
        <section>
          <SectionHead title="Verdict">
            <VerdictTag discussion={discussion} />
          </SectionHead>
          <Rules result={result} />
        </section>
      )}
      {verdict?.outcome !== "skipped" && (
        <section className="dv-two">
          <Themes title="All agree" said={result.convergent} />
          <Themes title="They differ" said={[...result.missing, ...result.divergent]} />
        </section>
      )}
      {result.actionItems.length > 0 && (
        <section>
          <SectionHead title="Action items" hint="a revision gets these, in this order" />
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
        <SectionHead title="What follows" />
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
    return <Tag tone="work">{`${done} of ${perspectives.length} answered`}</Tag>;
  }
  const { outcome, severity, averageRating } = verdict;
  const tone: TagTone = outcome === "skipped" ? "warn" : TONES[severity];
  if (outcome === "skipped") return <Tag tone={tone}>skipped</Tag>;
  const average = averageText(averageRating);
  return <Tag tone={tone}>{`${DISCUSSION_SEVERITY[severity]}, ${say`${average} of 5`}`}</Tag>;
}

/** The rules of the verdict that something met, and what: the first one gives the severity. */
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
  const met = rules.filter(([, isMet]) => isMet);
  if (met.length === 0) return null;
  return (
    <ul className="dv-rules">
      {met.map(([rule, , what]) => (
        <li key={rule}>
          <Icon of={X} size="s" />
          <span className="strong">{DISCUSSION_RULES[rule]}</span>
          <span>{plainText(what)}</span>
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
        <p className="muted small">Nothing was named.</p>
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
  if (!verdict) return "The step counts after the verdict. A perspective that fails or runs out of time is skipped.";
  const again = revisionAfter(session, step);
  if (verdict.next === "revise")
    return say`${again ?? ""} revises it, with the action items. What waits for ${step} waits for that.`;
  if (verdict.next === "asks") {
    if (again) return `${again} revises it once more.`;
    const isOpen = session.execution?.open.includes(discussion.taskId);
    return isOpen
      ? "What is blocked twice is never revised by itself: a person decides."
      : "It counts as done, with a warning.";
  }
  const [next] = rest;
  if (next) return `The next round follows: ${next.round}.`;
  const how = verdict.outcome === "skipped" ? "skipped" : verdict.severity;
  return how === "high" ? "" : DISCUSSION_NEXT[how];
}

/** The step that revises this one. */
function revisionAfter(session: Session, step: string): string | undefined {
  const { first, revision } = revisionOf(step);
  return flowOf(session)
    .steps(session)
    .find(({ id }) => id === `${first}-R${revision + 1}`)?.id;
}
