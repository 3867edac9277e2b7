import * as z from "zod";
import { PHASES } from "../../flow/steps.ts";
import { routesOf } from "../../kernel/route.ts";
import { text } from "../../kernel/text.ts";
import { GATE_PRESETS, GATE_STATES, OUTCOMES } from "../record/gate.ts";
import { SessionParam } from "../record/route-parts.ts";
import { SESSION_STATUSES } from "../record/session.ts";

const defineRoute = routesOf("sessions");

const State = z.enum(GATE_STATES);
const Phase = z.enum(PHASES);

export const GateReply = z.object({
  phase: Phase,
  /** From 0, in a session with batches. */
  batch: z.number().nullable(),
  state: State,
  evidence: z.array(
    z.object({
      phase: Phase,
      batch: z.number().nullable(),
      check: z.string(),
      outcome: z.enum(OUTCOMES),
      by: z.string().nullable(),
      at: z.number().nullable(),
      text: z.string(),
    }),
  ),
  overriddenBy: z.object({ name: z.string(), reason: z.string(), at: z.number() }).nullable(),
});

/** Derived from the session, never stored. */
export const SessionStatusReply = z.object({
  id: z.number(),
  startedAt: z.number().nullable(),
  status: z.enum(SESSION_STATUSES),
  phase: Phase,
  /** Agents that hold one of its tasks. */
  agentsActive: z.array(z.object({ agentId: z.string(), name: z.string(), role: z.string() })),
  /** `null` for a session that ended before rooms kept that. */
  tasksTotal: z.number().nullable(),
  tasksCompleted: z.number().nullable(),
  /** One for each phase, of all batches together. */
  gates: z
    .object(Object.fromEntries(PHASES.map((phase) => [phase, State])) as Record<(typeof PHASES)[number], typeof State>)
    .nullable(),
  /** The evidence of the gates; for an ended session, as of its end. */
  evidence: z.array(GateReply),
  preset: z.enum(GATE_PRESETS).nullable(),
  seq: z.number(),
});
export type SessionStatusReply = z.infer<typeof SessionStatusReply>;

export const getSessionStatus = defineRoute("GET /rooms/:room/sessions/:sessionId/status", {
  command: {
    usage: "session status <session>",
    help: "show its phase, agents at work, tasks, and gates with their evidence",
  },
  summary: "The status document of a session: phase, agents at work, tasks, and its gates with their evidence.",
  access: { who: "room", persons: "viewer", agents: true },
  params: SessionParam,
  reply: SessionStatusReply,
});

export const overrideGate = defineRoute("POST /rooms/:room/sessions/:sessionId/gates/:phase/override", {
  summary: "Overrides what a failed gate is missing now, with the reason; later failures are not covered.",
  access: { who: "room", persons: "approver", agents: false },
  params: SessionParam.extend({ phase: Phase }),
  body: z.strictObject({
    reason: text(4_000, 1),
    /** From 0; by default the current one. */
    batch: z.number().int().min(0).max(1_000).optional(),
  }),
  act: true,
  reply: z.object({
    sessionId: z.number(),
    phase: Phase,
    batch: z.number().nullable(),
    seq: z.number(),
  }),
});

export const setGatePreset = defineRoute("PUT /rooms/:room/gates", {
  command: {
    usage: "session gates <preset>",
    help: "set what the gates of new sessions ask for",
    more: "minimum: plan, tasks and review. production: also tests, and coverage of at least 70 %.\ngold: tests, coverage of at least 80 %, and no warnings. Agents report checks with `done --check`.",
    says: "The gates of new sessions ask for: {preset}.",
  },
  summary: "Sets what the gates of new sessions ask for: minimum, production or gold.",
  access: { who: "room", persons: "lead", agents: false },
  body: z.strictObject({ preset: z.enum(GATE_PRESETS) }),
  act: true,
  reply: z.object({ preset: z.enum(GATE_PRESETS), seq: z.number() }),
});
