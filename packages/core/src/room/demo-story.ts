import { pipelinesIn } from "../flow/sessions.ts";
import type { RoomView } from "../kernel/view.ts";

/** The teams that a demo can have. */
export const DEMO_TEAMS = ["squad", "lifecycle"] as const;
export type DemoTeam = (typeof DEMO_TEAMS)[number];

/** What the demo of each team shows, in the order in which it happens. */
export const DEMO_STEPS = {
  squad: ["ask", "build", "findings", "reroute", "death", "yours"],
  lifecycle: ["start", "blocked", "revised", "killed", "checkpoint", "built"],
} as const;
export type DemoStep = (typeof DEMO_STEPS)[DemoTeam][number];

/** Titles that the scripted squad uses, by which its story is recognised. */
export const DEMO_TITLES = { findings: "Findings: ", next: "What comes next" } as const;

/** The builder that takes over from the one that dies. */
const STAND_IN = /\b2$/;

export interface DemoStory {
  steps: readonly DemoStep[];
  /** How many steps are done, counted from the first. */
  done: number;
  /** The step that happens now or comes next; `null` when all are done. */
  now: DemoStep | null;
  /** The step waits for a person's answer. */
  isAsked: boolean;
  /** A builder has died: nothing moves until its silence is noticed. */
  isDead: boolean;
  /** All its agents have left, as after the end of the process that runs them: nothing more happens. */
  isGone: boolean;
}

/** How far the demo of this room is. A step is done when a later one is, whatever has left the view since. */
export function demoStoryOf(view: RoomView): DemoStory {
  const story = view.team?.preset === "lifecycle" ? lifecycleStory(view) : squadStory(view);
  const agents = Object.values(view.agents);
  return { ...story, isGone: agents.length > 0 && agents.every(({ online }) => !online) };
}

function squadStory(view: RoomView): Omit<DemoStory, "isGone"> {
  const { ended, totals } = view;
  const story = storyOf(DEMO_STEPS.squad, {
    ask: view.answered.some(({ askedBy }) => askedBy !== null),
    build: ended.some(({ role }) => role === "builder"),
    findings: ended.some(({ title }) => title.startsWith(DEMO_TITLES.findings)),
    reroute: totals.reroutes > 0,
    death: ended.some(({ role, by }) => role === "builder" && STAND_IN.test(by)),
    yours: ended.some(({ title }) => title === DEMO_TITLES.next),
  });
  const builders = Object.values(view.agents).filter(({ role, online }) => role === "builder" && online);
  return {
    ...story,
    isAsked: Object.values(view.decisions).some(({ askedBy }) => askedBy !== null),
    // It happens only then.
    isDead: story.now === "death" && builders.some(({ name }) => STAND_IN.test(name)),
  };
}

/** The work of an agent that is killed before it can report it. */
export const KILLED_AT = "DRAFT-003";

function lifecycleStory({ sessions, decisions }: RoomView): Omit<DemoStory, "isGone"> {
  const live = pipelinesIn(sessions);
  const rounds = live.flatMap(({ discussions }) => discussions ?? []);
  const story = storyOf(DEMO_STEPS.lifecycle, {
    start: live.length > 0,
    blocked: rounds.some(({ verdict }) => verdict?.next === "revise"),
    revised: rounds.some(({ step, verdict }) => /-R\d+$/.test(step) && verdict?.next === "goes_on"),
    // It is discussed once the agent that comes back has found it done.
    killed: rounds.some(({ step }) => step === KILLED_AT),
    checkpoint: live.some(({ passed }) => passed !== undefined && Object.keys(passed).length > 0),
    built: sessions.ended.length > 0,
  });
  const isAsked = Object.values(decisions).some(({ kind }) => kind === "pipeline_checkpoint");
  return { ...story, isAsked, isDead: false };
}

function storyOf<S extends DemoStep>(
  steps: readonly S[],
  isDone: Record<S, boolean>,
): Pick<DemoStory, "steps" | "done" | "now"> {
  const done = steps.findLastIndex((step) => isDone[step]) + 1;
  return { steps, done, now: steps[done] ?? null };
}
