import type { Reply } from "@squadroom/client/call";
import { SessionPage } from "../fixtures/session-page.ts";
import { type Crew, PLACES, type Place, TITLE } from "../fixtures/session-places.ts";
import { expect, test } from "../fixtures/test.ts";

type Asked = Reply<"listDecisions">["data"][number];
type Option = Asked["options"][number];
/** What the API says after an answer, as far as it is expected. */
type After = Partial<Record<keyof Awaited<ReturnType<typeof stateOf>>, unknown>>;

interface Case {
  after: After;
  /** The button's words, where the page has its own. */
  label?: string;
  /** What is done on the page before the button is there. */
  first?: (screen: SessionPage) => Promise<void>;
}

const NOTE = "Say it in fewer words.";
const asked = (work: string, at: After): Case => ({ after: { ...at, work, comment: NOTE } });
const goes = (after: After, more: Omit<Case, "after"> = {}): Case => ({ after, ...more });
const pick = (name: string) => async (screen: SessionPage) => screen.page.getByRole("radio", { name }).check();
/** Going back restores what was presented; the answers stay. */
const back = (step: string, more: After = {}): Case => goes({ step, work: null, status: "waiting_on_human", ...more });
const KEPT = { answered: ["q1"] };
const STOPPED: After = { status: "stopped" };
const FAILED: After = { status: "failed" };
const DONE: After = { status: "completed" };

/** Where all other answers are those of a place that has them already. */
const ONLY: Partial<Record<Place, readonly string[]>> = {
  "batches to settle": ["agree", "skip", "discuss"],
  "splits to settle": ["agree", "discuss"],
  "stale questions": ["renew"],
  "stale approaches": ["renew"],
  "stale design": ["renew"],
  "stale plan": ["renew"],
  "last section": ["approve", "previous"],
};

/** Every answer that is offered, and what it promises. An answer without a case fails the test. */
const CASES: Record<Place, Record<string, Case>> = {
  triage: {
    agree: goes({ step: "questions", level: "exploration", how: "agreed" }, { label: "Agree" }),
    "override:straightforward": goes(
      { step: "design", level: "straightforward", how: "overridden" },
      { first: pick("Straightforward"), label: "Make it straightforward" },
    ),
    "override:complex": goes(
      { step: "questions", level: "complex", how: "overridden" },
      { first: pick("Complex"), label: "Make it complex" },
    ),
    discuss: asked("triage discuss", { step: "triage", level: null }),
    skip: goes({ step: "plan", how: "skipped", work: "plan present" }),
  },
  "batches to settle": {
    agree: goes({ step: "questions", batches: 2 }, { label: "Agree" }),
    skip: goes({ step: "plan", batches: 2, how: "skipped" }),
    discuss: asked("triage discuss", { step: "triage", batches: null }),
  },
  "splits to settle": {
    agree: goes({ step: "questions", queued: ["Sync devices"], splits: 1 }, { label: "Agree" }),
    discuss: asked("triage discuss", { step: "triage", splits: null }),
  },
  questions: {
    done: goes({ step: "approaches", work: "approaches present", ...KEPT }, { label: "Send 1 answer" }),
    discuss: asked("questions discuss", { step: "questions", ...KEPT }),
    "back:triage": back("triage", KEPT),
  },
  "stale questions": { renew: goes({ step: "questions", work: "questions renew", ...KEPT }) },
  approaches: {
    "choose:a1": goes({ step: "design", approach: "a1" }, { label: "Choose Replayed log" }),
    "choose:a2": goes(
      { step: "design", approach: "a2" },
      { first: pick("Snapshot and merge"), label: "Choose Snapshot and merge" },
    ),
    skip: goes({ step: "design", approach: null, work: "design present" }),
    discuss: asked("approaches discuss", { step: "approaches" }),
    "back:questions": back("questions", KEPT),
    "back:triage": back("triage", KEPT),
  },
  "stale approaches": { renew: goes({ step: "approaches", work: "approaches renew", ...KEPT }) },
  "first section": {
    approve: goes({ step: "design", section: "s2", approved: ["s1"] }),
    revise: asked("design revise", { step: "design", section: "s1" }),
    discuss: asked("design discuss", { step: "design", section: "s1" }),
    "back:approaches": back("approaches", KEPT),
    "back:questions": back("questions", KEPT),
    "back:triage": back("triage", KEPT),
  },
  "last section": {
    approve: goes({ step: "plan", work: "plan present", approved: ["s1", "s2", "s3"] }),
    previous: goes({ step: "design", section: "s2", work: null }),
  },
  "stale design": { renew: goes({ step: "design", work: "design renew", approach: "a2" }) },
  plan: {
    approve: goes({ step: "execute", tasks: { t1: "DEV-001", t2: "DEV-002" } }),
    revise: asked("plan revise", { step: "plan" }),
    discuss: asked("plan discuss", { step: "plan" }),
    "back:design": back("design"),
    "back:approaches": back("approaches", KEPT),
    "back:questions": back("questions", KEPT),
    "back:triage": back("triage", KEPT),
  },
  "stale plan": { renew: goes({ step: "plan", work: "plan renew" }) },
  "rejected task": {
    retry: goes({ step: "execute", asks: [], firstTask: "pending" }),
    roll_back: goes({ step: "execute", asks: [], rework: ["back-DEV-001"] }),
    skip: goes({ step: "execute", asks: [], open: ["DEV-002"] }),
    abort: goes(FAILED),
  },
  "failed review": {
    retry: goes({ step: "execute", asks: [] }),
    override: goes(DONE),
    abort: goes(FAILED),
  },
  gate: {
    redo: goes({ step: "execute", asks: [] }),
    override: goes({ step: "review", work: "review present" }),
    stop: goes(STOPPED),
  },
  checkpoint: {
    continue: goes({ step: "plan", batch: 1, batches: 3 }),
    adjust: goes(
      { step: "plan", batch: 1, titles: ["Draft store", "Rules of two", "Lost connection"] },
      {
        first: (screen) => screen.page.getByLabel("Title of part 2").fill("Rules of two"),
        label: "Adjust, then continue",
      },
    ),
    stop: goes(STOPPED),
  },
  "failed step": {
    retry: goes({ status: "active", step: "scout", asks: [] }),
    cancel: goes({ status: "paused", step: "scout", asks: [] }),
    abort: goes(FAILED),
  },
  budget: {
    raise: goes({ status: "active", limit: 3_000_000 }),
    unlimited: goes({ status: "active", limit: null }),
    stop: goes(STOPPED),
  },
  "next session": {
    start: goes({ status: "active", asks: [] }),
    "start:3": goes({ status: "queued", running: 3, asks: [] }),
    hold: goes({ status: "queued", running: null, asks: [] }),
  },
};

/** The session that the place is about. */
const idAt = (place: Place): number => (place === "next session" ? 2 : 1);

for (const place of Object.keys(PLACES) as Place[]) {
  test(`every answer does what it says: ${place}`, async ({ crewAt, visit }) => {
    const seen = await crewAt(place);
    const offered = await optionsAt(seen);
    const cases = CASES[place];
    const wanted = offered.filter(({ id }) => ONLY[place]?.includes(id) ?? true);
    expect(wanted.map(({ id }) => id).sort(), "each answer has a case").toEqual(Object.keys(cases).sort());
    const page = await visit();
    await page.goto("/rooms");
    const crews = [seen, ...(await Promise.all(wanted.slice(1).map(() => crewAt(place))))];
    for (const [i, option] of wanted.entries()) {
      const crew = crews[i] as Crew;
      const { after, ...how } = cases[option.id] as Case;
      await test.step(option.id, async () => {
        const screen = new SessionPage(page);
        await screen.show(crew.room.name, idAt(place), place === "next session" ? "Two" : TITLE);
        await press(screen, option, how);
        await expect.poll(() => stateOf(crew, idAt(place)), { message: `${place}: ${option.id}` }).toMatchObject(after);
      });
    }
  });
}

async function optionsAt({ person, room }: Crew): Promise<Option[]> {
  const { data: decisions } = await person.client.call("listDecisions", {
    params: { room: room.name },
    query: { state: "pending" },
  });
  expect(decisions.length, "one thing is asked").toBe(1);
  return decisions[0]?.options ?? [];
}

/** As a person would: what has to be chosen before, the button, its words, its confirmation. */
async function press(
  screen: SessionPage,
  option: Option,
  { first, label = option.label }: Omit<Case, "after">,
): Promise<void> {
  const { page, bar, work } = screen;
  await first?.(screen);
  if (option.act.kind === "renew") return work.getByRole("button", { name: "Start over" }).click();
  const button = bar
    .or(work.getByRole("list", { name: "Answers" }))
    .getByRole("button", { name: label })
    .first();
  const menu = option.act.kind === "revise_step" ? "Redo a step" : "More answers";
  const more = bar.getByRole("button", { name: menu });
  await expect(button.or(more).first()).toBeVisible();
  if (await button.isVisible()) await button.click();
  else {
    await more.click();
    await page.getByRole("menuitem", { name: label }).click();
  }
  if (option.confirm === "consequence") return screen.answer("Go back").click();
  const words = work.locator("form");
  const isAsked = option.needsNote || ["retry", "stop", "abort", "cancel", "roll_back"].includes(option.id);
  if (!isAsked) return;
  if (!option.needsNote && !(await words.isVisible())) return;
  await words.getByRole("textbox").fill(NOTE);
  await words.getByRole("button", { name: label }).click();
}

async function stateOf({ person, room }: Crew, sessionId: number) {
  const params = { room: room.name };
  const { client } = person;
  const [{ row, session }, { data: sessions }, { data: decisions }] = await Promise.all([
    client.call("getSession", { params: { ...params, sessionId } }),
    client.call("listSessions", { params, query: {} }),
    client.call("listDecisions", { params, query: { state: "pending" } }),
  ]);
  const { execution, work } = session ?? {};
  const first = execution?.tasks.t1;
  const task = first ? (await client.call("getTask", { params: { ...params, taskId: first } })).task : null;
  const isRework = (id: string) => id.startsWith("back-");
  return {
    status: row.status,
    step: row.step,
    level: row.level,
    how: session?.complexity?.how ?? null,
    work: work ? `${work.step} ${work.ask}` : null,
    comment: work?.comment?.text ?? null,
    answered: Object.keys(session?.answers ?? {}),
    approach: session?.approachId ?? null,
    section: session?.sectionId ?? null,
    approved: Object.keys(session?.sections ?? {}).sort(),
    batches: session?.batches?.length ?? null,
    titles: session?.batches?.map(({ title }) => title) ?? [],
    batch: session?.batch ?? null,
    splits: session?.splits?.length ?? null,
    queued: sessions.filter(({ status }) => status === "queued").map(({ title }) => title),
    running: sessions.find(({ status }) => status === "active")?.id ?? null,
    tasks: execution?.tasks ?? {},
    open: execution?.open ?? [],
    rework: Object.keys(execution?.tasks ?? {}).filter(isRework),
    firstTask: task?.state ?? null,
    limit: row.budget?.costUsdMicros ?? null,
    asks: decisions.map(({ kind }) => kind),
  };
}
