import { type DemoStep, demoStoryOf } from "@squadroom/core/room/demo-story";
import { clsx } from "clsx";
import { Check } from "lucide-react";
import type { ReactNode } from "react";
import type { RoomState } from "../../live/room-state.ts";
import { Ball } from "../../ui/ball.tsx";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { useStartDemo } from "./use-start-demo.ts";
import { EMPTY_STORY } from "./words.ts";
import "./demo-story.css";

/** Each fits into one line of a phone. */
const STORY_NEXT = {
  ask: "Next: Planner reads the request and asks you.",
  build: "Next: Builder builds what Planner hands it.",
  findings: "Next: Reviewer finds a mistake; Builder fixes it.",
  reroute: "Next: Reviewer leaves; Planner reviews instead.",
  death: "Next: a builder is killed in the middle of its work.",
  start: "Next: Coordinator starts a pipeline.",
  blocked: "Next: discussions; one round is blocked.",
  revised: "Next: Writer revises it, and it is discussed again.",
  killed: "Next: Writer is killed, and is back in a minute.",
  checkpoint: "Next: you are asked before anything is built.",
  built: "Next: a plan, code, screens, tests and a review.",
  yours: "Next: you are asked what comes next.",
};

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
      <h2 className="label">Demo</h2>
      <ol>
        {steps.map((step, i) => (
          <li key={step} className={clsx(i < done && "muted", i === done && "strong")}>
            {i < done ? <Icon of={Check} size="s" /> : <Ball of={DEMO_OWNERS[step]} />}
            <span>
              {EMPTY_STORY[step]}
              {i < done && <span className="sr">, done</span>}
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
    ? "The demo has stopped: all its agents have left."
    : now === null
      ? isLifecycle
        ? "That was the demo. Read its session, or connect agents of your own."
        : "That was the demo. To have something built, connect agents of your own."
      : isAsked
        ? "Your turn: answer the question below."
        : isDead
          ? "Builder 1 was killed. Next: in a minute Builder 2 takes over."
          : STORY_NEXT[now];
  return (
    <p className="demo-next" role="status">
      <span className="muted nowrap wide">{`Demo, step ${Math.min(done + 1, steps.length)} of ${steps.length}`}</span>
      <span className={isAsked && !isGone ? "c-wait" : undefined}>{next}</span>
      {isGone && (
        <Button
          kind="ghost"
          onClick={() => start(isLifecycle ? "lifecycle" : "squad")}
          off={isStarting ? "Starting the demo" : undefined}
        >
          Start it again
        </Button>
      )}
    </p>
  );
}
