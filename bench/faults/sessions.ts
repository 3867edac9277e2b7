import { uuidv7 } from "@squadroom/client/uuidv7";
import { CANCELLED } from "./actors.ts";
import { LIMITS } from "./boundaries.ts";
import type { Call, Caller, Outcome } from "./caller.ts";
import { PIPELINES } from "./pipelines.ts";
import { type Chance, pause } from "./random.ts";

interface Pending {
  id: string;
  kind: string;
  version: number;
  options: { id: string; needsNote: boolean }[];
  subject: { kind: string; sessionId?: number; part?: string | null };
}

interface Row {
  id: number;
  status: string;
  isParked: boolean;
}

/** Why a person stops a session outright; an answer that stops one says something else. */
export const STOPPED = "not wanted any more";

/** Sessions of a room that have not ended, at most: some are to come far. */
const LIVE_MAX = 3;

/**
 * Two people who have sessions done: they make them, answer what is asked, together and too late, save answers,
 * set budgets, override gates, pause, park, resume, reorder and stop. Each text that they send is there once in the world.
 */
export async function runSessionPeople(
  people: readonly [Caller, Caller],
  call: Call,
  chance: Chance,
  signal: AbortSignal,
): Promise<void> {
  const path = `/rooms/${people[0].roomId}`;
  /** Answered before: a second answer to it must not be applied. */
  let last: Pending | null = null;
  const read = async (what: string): Promise<Record<string, unknown> | null> => {
    const spec = { op: "list", method: "GET", path: `${path}/${what}`, isKeyed: false } as const;
    const answer = await call(people[0], spec);
    return answer.ok ? answer.reply : null;
  };

  while (!signal.aborted) {
    await pause(chance.between(50, 250), signal);
    if (signal.aborted) return;
    const listed = await read("sessions?limit=20");
    const rows = ((listed?.data ?? []) as Row[]).filter(isLive);
    if (rows.length < LIVE_MAX && chance.is(0.4)) await create(rows.length === 0);
    if (rows.length > 0 && chance.is(0.15)) await steer(chance.pick(rows));
    const pending = ((await read("decisions?state=pending"))?.data ?? []) as Pending[];
    if (last && chance.is(0.15)) await answer(last, chance.pick(people));
    const [working] = rows.filter(({ status }) => status === "active");
    if (working && chance.is(0.5)) await dropWork(working);
    if (working && chance.is(0.2)) await revise(working);
    if (pending.length === 0) continue;
    const gate = pending.find(({ kind }) => kind === "gate_failed");
    if (gate && chance.is(0.7)) await overrideAsked(gate);
    const decision = chance.pick(pending);
    if (decision.kind === "questions" && chance.is(0.6)) await saveAnswers(decision);
    if (chance.is(0.3)) await Promise.all(people.map((person) => answer(decision, person)));
    else await answer(decision, chance.pick(people));
    last = decision;
    if (chance.is(0.05)) await undo(decision);
  }

  async function create(isFirst: boolean): Promise<void> {
    const title = `Change ${uuidv7()}`;
    await call(chance.pick(people), {
      op: "createSession",
      path: `${path}/sessions`,
      body: { title, description: "All of it.", ...wishes(chance, isFirst) },
      isKeyed: true,
      sees: { marks: [title] },
    });
  }

  /** Another limit for what a session may use; one that its budget paused may go on with it. */
  async function setBudget(session: string): Promise<void> {
    // No two are the same: one that changes nothing would be in no log.
    const budget = { runs: chance.between(2, 40), tokens: chance.between(1_000_000, 100_000_000) };
    await call(chance.pick(people), {
      op: "setBudget",
      method: "PUT",
      path: `${session}/budget`,
      body: { budget },
      isKeyed: true,
    });
  }

  /** Nobody does a task of the plan: the gate behind the work fails once the others are done. */
  async function dropWork({ id }: Row): Promise<void> {
    const whole = (await read(`sessions/${id}`)) as {
      session?: { execution?: { open: string[] } | null } | null;
    } | null;
    const [taskId] = whole?.session?.execution?.open ?? [];
    if (taskId === undefined) return;
    await call(chance.pick(people), {
      op: "cancellation",
      path: `${path}/tasks/${taskId}/cancellation`,
      body: { reason: CANCELLED, cascade: true },
      isKeyed: true,
    });
  }

  /** Something finished in a pipeline is redone with what was built on it; now and then what can't be, or only its cost is asked. */
  async function revise({ id }: Row): Promise<void> {
    const whole = (await read(`sessions/${id}`)) as {
      session?: { execution?: { tasks: Record<string, string>; open: string[] } | null } | null;
    } | null;
    const { tasks = {}, open = [] } = whole?.session?.execution ?? {};
    const all = Object.values(tasks);
    const done = all.filter((taskId) => !open.includes(taskId));
    const from = done.length > 0 && chance.is(0.9) ? done : all;
    if (from.length === 0) return;
    const isDry = chance.is(0.1);
    await call(chance.pick(people), {
      op: isDry ? "cost" : "revise",
      path: `${path}/sessions/${id}/revision`,
      body: { taskIds: [chance.pick(from)], note: "Better.", dryRun: isDry },
      isKeyed: true,
    });
  }

  /** What a gate misses stands, by the one that asks about it. */
  async function overrideAsked({ subject: { sessionId, part } }: Pending): Promise<void> {
    const phase = part?.split("-")[1];
    if (phase !== undefined) await override(`${path}/sessions/${sessionId}`, phase);
  }

  /** A person lets stand what a gate misses, asked or not; refused where it misses nothing. */
  async function override(session: string, phase = chance.pick(["implementation", "quality"])): Promise<void> {
    const reason = uuidv7();
    await call(chance.pick(people), {
      op: "override",
      path: `${session}/gates/${phase}/override`,
      body: { reason },
      isKeyed: true,
      sees: { marks: [reason] },
    });
  }

  async function steer({ id, status, isParked }: Row): Promise<void> {
    const session = `${path}/sessions/${id}`;
    const by = chance.pick(people);
    if (status === "queued") {
      if (chance.is(0.5)) {
        const to = chance.pick(["first", "last"]);
        await call(by, { op: "move", path: `${session}/place`, body: { to }, isKeyed: true });
      } else {
        const body = { title: `Change ${uuidv7()}` };
        const spec = {
          op: "editSession",
          method: "PUT",
          path: session,
          body,
          isKeyed: true,
        } as const;
        await call(by, { ...spec, sees: { marks: [body.title] } });
      }
      return;
    }
    if (chance.is(0.25)) return setBudget(session);
    if (chance.is(0.2)) return override(session);
    if (status === "paused" || isParked) {
      await call(by, { op: "resume", path: `${session}/resumption`, isKeyed: true });
      return;
    }
    if (chance.is(0.1)) {
      const body = { reason: STOPPED };
      await call(by, { op: "stop", path: `${session}/stop`, body, isKeyed: true });
      return;
    }
    const body = { reason: "for a while", park: chance.is(0.3) };
    await call(by, { op: "pause", path: `${session}/pause`, body, isKeyed: true });
  }

  /**
   * The first option mostly leads on, and straight to the plan that to skip the rest does, so that short runs come
   * to the gates; the others discuss, revise, go back, override, stop.
   */
  async function answer(decision: Pending, by: Caller): Promise<Outcome> {
    const { id, kind, options } = decision;
    const [first] = options;
    const skip = options.find(({ id: of }) => kind === "triage" && of === "skip");
    const usual = skip && chance.is(0.5) ? skip : first;
    const option = usual && chance.is(0.6) ? usual : chance.pick(options);
    const mark = uuidv7();
    const { detail, marks } = await detailFor(decision, option.id);
    // One who looked a while ago answers what was asked then.
    const version = chance.is(0.1) ? Math.max(1, decision.version - 1) : decision.version;
    const isSilent = !option.needsNote && chance.is(0.2);
    return call(by, {
      op: "answer",
      path: `${path}/decisions/${id}/answer`,
      body: { optionId: option.id, note: isSilent ? "" : mark, version, ...detail },
      isKeyed: true,
      sees: {
        marks: isSilent ? marks : [mark, ...marks],
        decision: { id, kind, version, optionId: option.id },
      },
    });
  }

  async function detailFor(
    { kind, subject }: Pending,
    optionId: string,
  ): Promise<{ detail: { detail?: object }; marks: string[] }> {
    const part = { title: "What is left", description: "All of it." };
    if (optionId === "adjust") return { detail: { detail: { parts: [part] } }, marks: [] };
    // Refused where the assessment proposes no batches.
    if (kind === "triage" && optionId === "agree" && chance.is(0.2)) {
      const batches = [part, { ...part, title: "And this" }];
      return { detail: { detail: { batches } }, marks: [] };
    }
    if (kind !== "questions" || optionId !== "done" || chance.is(0.5)) return { detail: {}, marks: [] };
    const { answers, marks } = await someAnswers(subject.sessionId ?? 0);
    return { detail: { detail: { answers } }, marks };
  }

  async function saveAnswers({ subject }: Pending): Promise<void> {
    const { answers, marks } = await someAnswers(subject.sessionId ?? 0);
    await call(chance.pick(people), {
      op: "saveAnswers",
      path: `${path}/sessions/${subject.sessionId}/answers`,
      body: { answers },
      isKeyed: true,
      sees: { marks },
    });
  }

  /** A word of its own to each of some questions. */
  async function someAnswers(sessionId: number) {
    const whole = (await read(`sessions/${sessionId}`)) as {
      session?: { proposals?: { questions?: { value: { questions: { id: string }[] } } } } | null;
    } | null;
    const questions = whole?.session?.proposals?.questions?.value.questions ?? [];
    const chosen = questions.filter(() => chance.is(0.5));
    const marks = chosen.map(() => uuidv7());
    const answers = Object.fromEntries(chosen.map(({ id }, i) => [id, { text: marks[i] }]));
    return { answers, marks };
  }

  async function undo({ id }: Pending): Promise<void> {
    await call(chance.pick(people), {
      op: "undo",
      path: `${path}/decisions/${id}/undo`,
      isKeyed: true,
    });
  }
}

/** What some sessions are made with: a budget that is soon used, a gate that asks for checks. */
function wishes(chance: Chance, isFirst: boolean): Record<string, unknown> {
  return {
    ...(isFirst || chance.is(0.3) ? { budget: { runs: chance.between(1, 6) } } : {}),
    ...(chance.is(0.5) ? { gatePreset: chance.pick(["production", "gold"]) } : {}),
    ...(chance.is(0.3) ? { angle: "what there is" } : {}),
    ...(chance.is(0.2) ? { boundaries: LIMITS } : {}),
    ...(chance.is(0.5) ? { pipeline: chance.pick(PIPELINES) } : {}),
  };
}

function isLive({ status }: Row): boolean {
  return !["completed", "failed", "stopped"].includes(status);
}
