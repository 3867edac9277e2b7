import type { AttemptedFix } from "../error/reported-error.ts";
import { entriesIn } from "../kernel/keys.ts";
import { coveredByDay } from "../metrics/spans.ts";
import { inPlace, revisedIn } from "../pipeline/pipeline.ts";
import { warningsOf } from "../session/discussion/follow.ts";
import { resultOf } from "../session/discussion/verdict.ts";
import { flowOf } from "../session/flow/flows.ts";
import { progressOf } from "../session/gate/progress.ts";
import type { DiscussionVerdict, Recommendation } from "../session/record/discussion.ts";
import { type Evidence, hasNoSteps } from "../session/record/gate.ts";
import type { TaskOutcome } from "../session/record/outcome.ts";
import type { Session, SessionEnd } from "../session/record/session.ts";
import { carriedIn } from "../session/review/findings.ts";
import type { WorkerReport } from "../session/workers.ts";
import { sumDiffs } from "../task/diff-lines.ts";
import { type Found, foundIn, markOf } from "../task/found.ts";
import type { Artifact } from "../task/result.ts";
import type { Usage } from "../usage/usage.ts";
import { agentsOf, type ReportAgent, type ReportTask, workMs } from "./agents.ts";
import type { ReportFacts } from "./facts.ts";
import type { ImportedFacts } from "./imported.ts";

/** What somebody decided; `team`: one of its agents, as it wrote down. */
export interface ReportDecision {
  about: string;
  what: string;
  note: string;
  by: string;
  who: "person" | "team";
  at: number;
}

export interface ReportFinding extends Found {
  /** `dropped`: the work with the finding was given up. */
  state: "open" | "fixed" | "dropped";
  /** `null`: found in the whole. */
  taskId: string | null;
  round: number;
}

/** One round of discussion about a step's work. */
export interface ReportDiscussion {
  step: string;
  round: string;
  outcome: DiscussionVerdict["outcome"];
  severity: DiscussionVerdict["severity"];
  averageRating: number | null;
  recommendation: Recommendation | null;
  ratings: { name: string; rating: number | null }[];
  actionItems: { text: string; by: string[] }[];
  /** Warnings that were passed with the work. */
  warnings: string[];
}

export interface ReportArtifact {
  path: string;
  status: Artifact["status"];
  lines: number | null;
  taskId: string;
  by: string;
}

export interface ReportError {
  severity: string;
  message: string;
  taskId: string;
  by: string;
  at: number;
  fixes: AttemptedFix[];
}

/** What is left to do, or was asked and never answered. */
export interface OpenPoint {
  kind: "task" | "finding" | "batch" | "check" | "question";
  /** What it belongs to: a task, a step, a phase. */
  of: string;
  text: string;
}

/** The result of a session, as of its end. */
export interface SessionReport {
  sessionId: number;
  room: string;
  title: string;
  status: SessionEnd;
  reason: string;
  createdAt: number;
  startedAt: number | null;
  endedAt: number;
  /**
   * What the files of an imported session say: it did not run here, so all lists are without it. `null`: it ran here.
   */
  imported: ImportedFacts | null;
  asked: {
    text: string;
    by: string;
    level: string | null;
    questions: number;
    answered: number;
  };
  figures: {
    tasks: number;
    passed: number;
    /** For a pipeline, its steps: one that was redone counts once. `null`: it isn't one. */
    steps: { count: number; passed: number } | null;
    /** `null`: no task sent a diff. */
    changes: { added: number; removed: number; files: number } | null;
    findings: number;
    fixed: number;
    /** From its start to its end; `null`: it never started. */
    tookMs: number | null;
    /** Summed over all agents. */
    workMs: number;
    /** Time in which at least one question waited for a person. */
    waitedMs: number;
    longestWait: { ms: number; about: string; question: string } | null;
    usage: Usage;
    /** Millionths of a dollar, the middle of its plans' estimates; `null`: there was none. */
    estimateUsdMicros: number | null;
  };
  decided: ReportDecision[];
  tasks: ReportTask[];
  agents: ReportAgent[];
  findings: ReportFinding[];
  /** The oldest first. */
  discussions: ReportDiscussion[];
  checks: Pick<Evidence, "phase" | "batch" | "check" | "outcome" | "by" | "text">[];
  artifacts: ReportArtifact[];
  errors: ReportError[];
  /** For a pipeline, what each role did. */
  workers: readonly WorkerReport[];
  open: OpenPoint[];
}

/** The same facts give the same report, however long ago the session ended. */
export function reportOf(facts: ReportFacts): SessionReport {
  const { row, session, imported } = facts;
  if (row.endedAt === null) throw new Error(`session ${row.id} has not ended`);
  const startedAt = imported ? imported.startedAt : row.startedAt;
  const endedAt = imported?.endedAt ?? row.endedAt;
  const tasks = tasksIn(facts);
  const findings = findingsOf(facts, tasks);
  const questions = session?.proposals.questions?.value.questions ?? [];
  return {
    sessionId: row.id,
    room: facts.room,
    title: row.title,
    status: row.status as SessionEnd,
    reason: row.endReason ?? "",
    createdAt: row.createdAt,
    startedAt,
    endedAt,
    imported,
    asked: {
      text: facts.description.trim() === "" ? row.title : facts.description,
      by: row.createdBy.name,
      level: row.level,
      questions: questions.length,
      answered: questions.filter(({ id }) => session?.answers[id] !== undefined).length,
    },
    figures: {
      tasks: imported?.tasks ?? tasks.length,
      passed: imported?.completed ?? tasks.filter(({ state }) => state === "passed").length,
      steps: stepsIn(session),
      changes: changesIn(facts),
      findings: findings.length,
      fixed: findings.filter(({ state }) => state === "fixed").length,
      tookMs: startedAt === null || (imported && imported.endedAt === null) ? null : endedAt - startedAt,
      workMs: facts.work.reduce((sum, one) => sum + workMs(one), 0),
      ...waitsOf(facts, row.createdAt, row.endedAt),
      usage: row.usage,
      estimateUsdMicros: estimateOf(facts),
    },
    decided: decisionsOf(facts),
    tasks,
    agents: agentsOf(facts, tasks),
    findings,
    discussions: discussionsIn(facts),
    checks: facts.gates.flatMap((gate) =>
      (hasNoSteps(gate) ? [] : gate.evidence).map(({ phase, batch, check, outcome, by, text }) => ({
        phase,
        batch,
        check,
        outcome,
        by,
        text,
      })),
    ),
    artifacts: facts.artifacts.map(({ path, status, lines, taskId, producer, agent }) => ({
      path,
      status,
      taskId,
      lines: lines ?? null,
      by: producer ?? agent,
    })),
    errors: facts.errors.map(({ severity, message, taskId, by, at, attemptedFixes: fixes }) => ({
      severity,
      message,
      taskId,
      by: by.name,
      at,
      fixes,
    })),
    workers: facts.workers,
    open: openIn(facts, tasks, findings),
  };
}

function discussionsIn({ session }: ReportFacts): ReportDiscussion[] {
  return (session?.discussions ?? []).flatMap((one) => {
    if (one.verdict === null) return [];
    const { outcome, severity, averageRating, advice } = one.verdict;
    const { perspectives, actionItems } = resultOf(one);
    return {
      step: one.step,
      round: one.round,
      outcome,
      severity,
      averageRating,
      actionItems,
      recommendation: advice,
      ratings: perspectives.map(({ name, rating }) => ({ name, rating })),
      warnings: warningsOf(one, one.verdict),
    };
  });
}

function outcomesIn({ batches }: ReportFacts): [string, TaskOutcome][] {
  return batches.flatMap(({ execution }) => entriesIn(execution?.outcomes ?? {}));
}

/** As the session's page counts them. */
function stepsIn(session: Session | null): SessionReport["figures"]["steps"] {
  if (!session || flowOf(session).stepsDone(session) === null) return null;
  const { tasksTotal, tasksCompleted } = progressOf(session);
  return { count: tasksTotal, passed: tasksCompleted };
}

/** Those of its plans, with the rework that reviews asked for; each revision after what it revises. */
function tasksIn(facts: ReportFacts): ReportTask[] {
  const outcomes = outcomesIn(facts).map(([id, outcome]) => ({ id, outcome }));
  const revised = revisedIn(outcomes);
  const bad = new Set(
    facts.session
      ? flowOf(facts.session)
          .failing(facts.session)
          .map(({ report }) => String(report.taskId))
      : [],
  );
  return inPlace(outcomes).map(({ id: taskId, outcome }) => {
    const standing = revised.has(taskId)
      ? "redone"
      : outcome.state === "passed" && bad.has(taskId)
        ? "failing_checks"
        : undefined;
    const { title, state, author, rounds, unreviewed, changes } = outcome;
    const counted = changes && {
      added: changes.added,
      removed: changes.removed,
      fileCount: changes.fileCount,
    };
    return {
      taskId,
      title,
      state,
      ...(standing && { standing }),
      author: author?.name ?? null,
      rounds,
      unreviewed,
      changes: counted,
    };
  });
}

/** What was given up changed nothing. */
function changesIn(facts: ReportFacts): SessionReport["figures"]["changes"] {
  const sum = sumDiffs(
    outcomesIn(facts).flatMap(([, { state, changes }]) =>
      changes && (state === "passed" || state === "skipped") ? [changes] : [],
    ),
  );
  return sum && { added: sum.added, removed: sum.removed, files: sum.fileCount };
}

function estimateOf({ batches }: ReportFacts): number | null {
  const known = batches.flatMap(({ execution }) => execution?.estimate?.costUsdMicros?.mid ?? []);
  return known.length === 0 ? null : known.reduce((sum, one) => sum + one, 0);
}

function waitsOf({ waits }: ReportFacts, from: number, to: number) {
  const inside = waits
    .map((one) => ({
      about: one.about,
      question: one.question,
      from: Math.max(from, one.from),
      to: Math.min(to, one.to ?? to),
    }))
    .filter((one) => one.to > one.from);
  const [day] = coveredByDay(inside, [from, to], to);
  const longest = inside.reduce<(typeof inside)[number] | null>(
    (most, one) => (most === null || one.to - one.from > most.to - most.from ? one : most),
    null,
  );
  return {
    waitedMs: day?.coveredMs ?? 0,
    longestWait: longest && {
      ms: longest.to - longest.from,
      about: longest.about,
      question: longest.question,
    },
  };
}

function decisionsOf({ decided, noted }: ReportFacts): ReportDecision[] {
  const people = decided.map(({ step, chosen, note, by, at }): ReportDecision => {
    return { about: step, what: chosen, note, by, who: "person", at };
  });
  const team = noted.map(({ about, text, by, at }): ReportDecision => {
    return { about, what: text, note: "", by, who: "team", at };
  });
  return [...people, ...team].sort((a, b) => a.at - b.at);
}

/** Each once, as last said; what nobody mended is open. */
function findingsOf(facts: ReportFacts, tasks: readonly ReportTask[]): ReportFinding[] {
  const { session, reviews } = facts;
  const open = new Set(
    [
      ...(session ? carriedIn(session) : []),
      ...(session?.batches ?? []).flatMap(({ carried }) => carried),
      // Includes what a reviewer let pass: it was passed with the work.
      ...outcomesIn(facts).flatMap(([taskId, { carried, state }]) =>
        state === "cancelled" || state === "rolled_back" ? [] : carried.map((one) => ({ ...one, taskId })),
      ),
    ].map((one) => keyOf(one.taskId, one)),
  );
  const stateOf = new Map(tasks.map(({ taskId, state }) => [taskId, state]));
  const found = new Map<string, ReportFinding>();
  for (const { taskId, round, findings, mustFix } of reviews)
    for (const one of foundIn({ findings, mustFix } as Parameters<typeof foundIn>[0])) {
      const key = keyOf(taskId, one);
      const state = open.has(key) ? "open" : isGivenUp(stateOf, taskId) ? "dropped" : "fixed";
      found.set(key, { ...one, state, taskId, round });
    }
  return [...found.values()].sort((a, b) => rank(a) - rank(b));
}

function keyOf(taskId: string | null, one: Pick<Found, "file" | "issue">): string {
  return `${taskId ?? ""} ${markOf(one)}`;
}

function isGivenUp(states: ReadonlyMap<string, string>, taskId: string | null): boolean {
  const state = taskId === null ? undefined : states.get(taskId);
  return state === "cancelled" || state === "rolled_back";
}

function rank({ state }: ReportFinding): number {
  return { open: 0, dropped: 1, fixed: 2 }[state];
}

function openIn(
  { session, gates, waits }: ReportFacts,
  tasks: readonly ReportTask[],
  findings: readonly ReportFinding[],
): OpenPoint[] {
  const ofTasks = tasks
    .filter(({ state }) => state === "open" || state === "cancelled")
    .map(({ taskId, title }): OpenPoint => ({ kind: "task", of: taskId, text: title }));
  const ofFindings = findings
    .filter(({ state }) => state === "open")
    .map(({ taskId, issue }): OpenPoint => {
      return { kind: "finding", of: taskId ?? "review", text: issue };
    });
  const ofBatches = (session?.batches ?? [])
    .filter(({ state }) => state !== "completed")
    .map(({ title }, i): OpenPoint => ({ kind: "batch", of: String(i + 1), text: title }));
  const ofChecks = gates.flatMap(({ phase, evidence }) =>
    evidence
      .filter(({ outcome }) => outcome === "failed")
      .map(({ text }): OpenPoint => ({ kind: "check", of: phase, text })),
  );
  const ofPeople = waits
    .filter(({ isOpen }) => isOpen)
    .map(({ about, question }): OpenPoint => ({ kind: "question", of: about, text: question }));
  return [...ofTasks, ...ofFindings, ...ofBatches, ...ofChecks, ...ofPeople];
}
