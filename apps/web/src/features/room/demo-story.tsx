import { type DemoStep, demoStoryOf } from "@squadroom/core/room/demo-story";
import { clsx } from "clsx";
import { Check } from "lucide-react";
import type { ReactNode } from "react";
import type { RoomState } from "../../live/room-state.ts";
import { Ball } from "../../ui/ball.tsx";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { wordsOf } from "../../words/words-of.ts";
import { useStartDemo } from "./use-start-demo.ts";
import "./demo-story.css";
import "./words.ts";

const { t } = wordsOf("room");

/** Whose turn each step is. */
export const DEMO_OWNERS: Record<DemoStep, "you" | "agent" | "nobody"> = {
  ask: "you",
  build: "agent",
  findings: "agent",
  reroute: "agent",
  death: "nobody",
  yours: "you",
  start: "agent",
  blocked: "agent",
  revised: "agent",
  killed: "nobody",
  checkpoint: "you",
  built: "agent",
};

type StoryProps = { state: Pick<RoomState, "view"> };

/** What a demo shows, ticked off as it happens. */
export function DemoStory({ state: { view } }: StoryProps): ReactNode {
  const { steps, done } = demoStoryOf(view);
  return (
    <section className="demo-story">
      <h2 className="label">{t("story.title")}</h2>
      <ol>
        {steps.map((step, i) => (
          <li key={step} className={clsx(i < done && "muted", i === done && "strong")}>
            {i < done ? <Icon of={Check} size="s" /> : <Ball of={DEMO_OWNERS[step]} />}
            <span>
              {t(`empty.story.${step}`)}
              {i < done && <span className="sr">, {t("story.done")}</span>}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** One line about what happens now or next: some of it takes a minute in which nothing moves. */
export function DemoNext({ state: { view } }: StoryProps): ReactNode {
  const { steps, done, now, isAsked, isDead, isGone } = demoStoryOf(view);
  const { start, isStarting } = useStartDemo();
  const isLifecycle = view.team?.preset === "lifecycle";
  const next = isGone
    ? t("story.gone")
    : now === null
      ? t(isLifecycle ? "story.built" : "story.over")
      : isAsked
        ? t("story.asked")
        : isDead
          ? t("story.dead")
          : t(`story.next.${now}`);
  return (
    <p className="demo-next" role="status">
      <span className="muted nowrap">
        {t("story.step", { n: Math.min(done + 1, steps.length), all: steps.length })}
      </span>
      <span className={isAsked && !isGone ? "c-wait" : undefined}>{next}</span>
      {isGone && (
        <Button
          kind="ghost"
          onClick={() => start(isLifecycle ? "lifecycle" : "squad")}
          off={isStarting ? t("empty.starting") : undefined}
        >
          {t("story.again")}
        </Button>
      )}
    </p>
  );
}
