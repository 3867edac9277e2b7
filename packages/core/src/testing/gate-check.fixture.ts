import type { RoomEvent } from "../kernel/event.ts";
import type { LogFault } from "./log-reading.fixture.ts";

const PHASE_OF: Record<string, number> = {
  scout: 0,
  triage: 0,
  questions: 0,
  approaches: 1,
  design: 1,
  plan: 2,
  execute: 2,
  review: 3,
  done: 3,
};
/** What a preset asks for, said once more. */
const WANTED: Record<string, [name: string, least: number, most: number][]> = {
  minimum: [],
  production: [
    ["tests", -1, 1e9],
    ["coverage", 70, 1e9],
  ],
  gold: [
    ["tests", -1, 1e9],
    ["coverage", 80, 1e9],
    ["warnings", -1, 0],
  ],
};

interface Report {
  name: string;
  passed: boolean;
  value?: number | undefined;
  task: string;
  round: number;
}

interface Known {
  preset: string;
  step: string;
  scouted: boolean;
  level: { level: string; how: string } | null;
  /** Kinds of decisions whose answer led on, since the last time it stood at triage. */
  ended: Set<string>;
  sections: Map<string, { text: string; isApproved: boolean }>;
  isPlanned: boolean;
  tasks: Map<string, { id: string; state: "open" | "done" | "skipped" | "cancelled" }>;
  review: boolean | null;
  isReviewStood: boolean;
  reviews: number;
  reports: Report[];
  stood: Set<string>;
}

/**
 * Phases that started too early, by a reading of the log that shares nothing with the reducer and the
 * gates: each gate's evidence is collected anew, and looked at where the log leads on.
 */
export function gateFaults(log: readonly RoomEvent[]): LogFault[] {
  const faults: LogFault[] = [];
  const sessions = new Map<number, Known>();
  const asked = new Map<string, { kind: string; sessionId: number }>();
  const answered: { kind: string; sessionId: number; option: string }[] = [];
  for (const event of log) {
    const say = (fault: string) => void faults.push({ seq: event.seq, type: event.type, fault });
    switch (event.type) {
      case "session.created":
        for (const { id, gatePreset } of event.data.sessions) sessions.set(id, aSession(gatePreset ?? "minimum"));
        break;
      case "decision.opened": {
        const { id, kind, subject } = event.data.decision;
        if (subject.kind === "session") asked.set(id, { kind, sessionId: subject.sessionId });
        break;
      }
      case "decision.answered": {
        const about = asked.get(event.data.decisionId);
        const { optionId: option } = event.data.answer;
        if (about) answered.push({ ...about, option });
        const session = about && sessions.get(about.sessionId);
        if (session && about.kind === "questions" && option === "done") session.ended.add("questions");
        if (session && about.kind === "approach" && /^(choose:|skip$)/.test(option)) session.ended.add("approaches");
        break;
      }
      case "task.passed":
        for (const session of sessions.values())
          for (const task of session.tasks.values())
            if (task.id === event.data.taskId) task.state = event.data.why === "skipped" ? "skipped" : "done";
        break;
      case "task.submitted":
      case "task.completed": {
        const id = event.data.taskId;
        for (const session of sessions.values()) {
          for (const task of session.tasks.values())
            if (task.id === id && event.type === "task.completed") task.state = "done";
          if (![...session.tasks.values()].some((task) => task.id === id)) continue;
          for (const { name, passed, value } of event.data.result.checks ?? [])
            session.reports.push({ name, passed, value, task: id, round: session.reviews });
        }
        break;
      }
      case "task.cancelled": {
        const gone: string[] = [event.data.taskId, ...event.data.cascade];
        for (const session of sessions.values())
          for (const task of session.tasks.values()) if (gone.includes(task.id)) task.state = "cancelled";
        break;
      }
      default:
        if (event.type.startsWith("session.") && "sessionId" in event.data) {
          const session = sessions.get(event.data.sessionId as number);
          if (session) for (const fault of read(session, event)) say(fault);
        }
    }
  }
  return faults;
}

function aSession(preset: string): Known {
  return {
    preset,
    step: "scout",
    scouted: false,
    level: null,
    ended: new Set(),
    sections: new Map(),
    ...aBatch(),
    stood: new Set(),
  };
}

function aBatch() {
  return {
    isPlanned: false,
    tasks: new Map<string, { id: string; state: "open" | "done" | "skipped" | "cancelled" }>(),
    review: null,
    isReviewStood: false,
    reviews: 0,
    reports: [],
  };
}

function read(session: Known, event: RoomEvent): string[] {
  switch (event.type) {
    case "session.proposed": {
      const { step, proposal } = event.data;
      const { value } = proposal;
      if (step === "scout") session.scouted = true;
      if (value.type === "design") {
        const old = session.sections;
        session.sections = new Map(
          value.sections.map(({ id, title, content }) => {
            const text = `${title}\n${content}`;
            const before = old.get(id);
            return [id, { text, isApproved: before?.text === text && before.isApproved }];
          }),
        );
      }
      if (value.type === "review") {
        session.review = value.passed && value.findings.every((one) => one.severity !== "critical");
        session.reviews += 1;
      }
      return [];
    }
    case "session.level_set":
      session.level = event.data;
      return [];
    case "session.section_approved": {
      const section = session.sections.get(event.data.sectionId);
      if (section) section.isApproved = true;
      return [];
    }
    case "session.section_reopened": {
      const section = session.sections.get(event.data.sectionId);
      if (section) section.isApproved = event.data.approval !== null;
      return [];
    }
    case "session.plan_approved":
      Object.assign(session, aBatch(), { isPlanned: true });
      for (const { planId, task } of event.data.tasks) session.tasks.set(planId, { id: task.id, state: "open" });
      return [];
    case "session.reworked":
      session.review = null;
      for (const { planId, task } of event.data.tasks) session.tasks.set(planId, { id: task.id, state: "open" });
      return [];
    case "session.review_overridden":
      session.isReviewStood = true;
      return event.data.reason.trim() === "" ? ["an override without a reason"] : [];
    case "session.gate_overridden": {
      const { checks, reason, phase, batch } = event.data;
      for (const check of checks) session.stood.add(`${phase} ${batch ?? ""} ${check}`);
      return [
        ...(reason.trim() === "" ? ["an override without a reason"] : []),
        ...(event.actor.kind === "person" && event.actor.name !== "" ? [] : ["nobody overrode it"]),
        ...(checks.length > 0 ? [] : ["an override of nothing"]),
      ];
    }
    case "session.batch_ended": {
      const faults = qualityFaults(session, event.data.batch);
      Object.assign(session, aBatch(), { isPlanned: false });
      return faults;
    }
    case "session.step_entered":
      return enter(session, event);
    default:
      return [];
  }
}

function enter(session: Known, { data }: Extract<RoomEvent, { type: "session.step_entered" }>): string[] {
  const from = PHASE_OF[session.step] ?? 0;
  const to = PHASE_OF[data.step] ?? 0;
  const faults: string[] = [];
  if (from < 1 && to >= 1) faults.push(...requirementsFaults(session));
  if (from < 2 && to >= 2) faults.push(...designFaults(session));
  if (from < 3 && to >= 3) faults.push(...implementationFaults(session));
  if (data.step === "done") faults.push(...qualityFaults(session, null));
  session.step = data.step;
  if (data.step === "triage" && data.keepsLevel !== true) {
    session.level = null;
    session.ended.clear();
  }
  if (data.step === "questions") session.ended.clear();
  if (data.step === "approaches") session.ended.delete("approaches");
  return faults;
}

function requirementsFaults({ scouted, level, ended }: Known): string[] {
  const hasQuestions = level?.how !== "skipped" && level?.level !== "straightforward";
  return [
    ...(scouted ? [] : ["nobody scouted"]),
    ...(level ? [] : ["triage is not answered"]),
    ...(hasQuestions && !ended.has("questions") ? ["the questions are not done"] : []),
  ];
}

function designFaults({ level, ended, sections }: Known): string[] {
  if (level?.how === "skipped") return [];
  const hasApproaches = level?.level !== "straightforward";
  const all = [...sections.values()];
  return [
    ...(hasApproaches && !ended.has("approaches") ? ["no approach is chosen"] : []),
    ...(all.length > 0 && all.every(({ isApproved }) => isApproved) ? [] : ["not all is approved"]),
  ];
}

function implementationFaults({ isPlanned, tasks, stood }: Known): string[] {
  const isStood = (id: string) =>
    [...stood].some((key) => key.startsWith("implementation ") && key.endsWith(` task:${id}`));
  return [
    ...(isPlanned ? [] : ["no plan is approved"]),
    ...[...tasks.values()].flatMap(({ id, state }) =>
      state === "done" || (state !== "open" && isStood(id)) ? [] : [`${id} is ${state}`],
    ),
  ];
}

function qualityFaults(session: Known, batch: number | null): string[] {
  const { preset, review, isReviewStood, reports, stood } = session;
  const isStood = (check: string) =>
    [...stood].some((key) => key.startsWith(`quality ${batch ?? ""}`) && key.endsWith(` ${check}`));
  const faults = review || isReviewStood ? [] : ["its review did not pass"];
  for (const [name, least, most] of WANTED[preset] ?? []) {
    const named = reports.filter((report) => report.name === name);
    const last = Math.max(...named.map(({ round }) => round));
    const latest = new Map(named.filter(({ round }) => round === last).map((report) => [report.task, report]));
    const isGood = [...latest.values()].every(
      ({ passed, value }) =>
        passed && (least < 0 || (value !== undefined && value >= least)) && (value === undefined || value <= most),
    );
    if ((latest.size === 0 || !isGood) && !isStood(name)) faults.push(`${name} is not shown`);
  }
  return faults;
}
