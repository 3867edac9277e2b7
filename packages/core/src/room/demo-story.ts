import type { RoomView } from "../log/view.ts";

/** What a demo shows, in the order in which it happens. */
export const DEMO_STEPS = ["ask", "build", "findings", "reroute", "death", "yours"] as const;
export type DemoStep = (typeof DEMO_STEPS)[number];

/** Titles that the scripted squad gives, by which its story is told. */
export const DEMO_TITLES = { findings: "Findings: ", next: "What comes next" } as const;

/** The builder that takes over from the one that dies. */
const STAND_IN = /\b2$/;

export interface DemoStory {
  /** So many steps are done, from the first on. */
  done: number;
  /** The step that happens now or comes next; `null` when all are done. */
  now: DemoStep | null;
  /** The step waits for a person's answer. */
  isAsked: boolean;
  /** A builder has died: nothing moves until its silence is noticed. */
  isDead: boolean;
}

/** How far the demo of this room is. A step is done when a later one is, whatever has left the view since. */
export function demoStoryOf(view: RoomView): DemoStory {
  const { ended, totals } = view;
  const isDone: Record<DemoStep, boolean> = {
    ask: view.answered.some(({ askedBy }) => askedBy !== null),
    build: ended.some(({ role }) => role === "builder"),
    findings: ended.some(({ title }) => title.startsWith(DEMO_TITLES.findings)),
    reroute: totals.reroutes > 0,
    death: ended.some(({ role, by }) => role === "builder" && STAND_IN.test(by)),
    yours: ended.some(({ title }) => title === DEMO_TITLES.next),
  };
  const done = DEMO_STEPS.findLastIndex((step) => isDone[step]) + 1;
  const now = DEMO_STEPS[done] ?? null;
  const builders = Object.values(view.agents).filter(
    ({ role, online }) => role === "builder" && online,
  );
  return {
    done,
    now,
    isAsked: Object.values(view.decisions).some(({ askedBy }) => askedBy !== null),
    // It comes only then.
    isDead: now === "death" && builders.some(({ name }) => STAND_IN.test(name)),
  };
}
