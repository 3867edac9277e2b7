import * as z from "zod";
import { pageOf, paging } from "../kernel/page.ts";
import { RoomParam, routesOf } from "../kernel/route.ts";
import { line, text } from "../kernel/text.ts";
import { LOCK_WAYS, PATTERN_MAX, PATTERNS_MAX } from "./lock.ts";

const LockNumber = z.coerce.number().int().min(1).max(1e9);
const defineRoute = routesOf("locks");

/** Most seconds that one call waits: whoever still wants the lock asks again. */
const WAIT_S_MAX = 60;

export const LockRow = z.object({
  id: z.number(),
  /** Normalised: `src/` became `src/**`, the whole repository is `**`. */
  patterns: z.array(z.string()),
  /** `waiting`: it has the lock once everything in `waitsFor` has ended. */
  state: z.enum(["held", "waiting"]),
  by: z.object({
    kind: z.enum(["person", "agent"]),
    id: z.string(),
    name: z.string(),
    role: z.string().nullable(),
  }),
  taskId: z.string().nullable(),
  /** `boundaries`: those of a task that was taken; `write`: before a tool wrote. */
  way: z.enum(LOCK_WAYS),
  fence: z.number().nullable(),
  /** Since when it has been held, or waited for. */
  since: z.number(),
  /** `null`: it ends with its task. */
  endsAt: z.number().nullable(),
  /** What comes before it. */
  waitsFor: z.array(
    z.object({
      id: z.number(),
      by: z.string(),
      taskId: z.string().nullable(),
      isHeld: z.boolean(),
    }),
  ),
  /** Each one here waits for the next, and the last for the first: none of them gets on by itself. */
  circle: z.array(z.string()).nullable(),
});
export type LockRow = z.infer<typeof LockRow>;

export const listLocks = defineRoute("GET /rooms/:room/locks", {
  command: {
    usage: "locks [path]",
    help: "list who has which paths locked, and who waits for whom; of one path where you name it",
    gives: { limit: 500 },
    leaves: ["cursor"],
    options: { session: "only those of its tasks" },
  },
  summary: "The room's locks by number: who holds what, and who waits for whom.",
  access: { who: "room", persons: "viewer", agents: true },
  tool: {
    name: "list_locks",
    description: "Who holds which paths, and who waits.",
    leaves: ["cursor", "limit", "session"],
  },
  query: z.strictObject({
    /** Only those that match this path. */
    path: line(1_000).optional(),
    /** Only those of tasks of this session. */
    session: z.coerce.number().int().min(1).max(1e9).optional(),
    ...paging(100, 500),
  }),
  refuses: ["boundary_invalid"],
  reply: pageOf(LockRow).extend({ seq: z.number() }),
});

export const takeLock = defineRoute("POST /rooms/:room/locks", {
  creates: ({ room }) => `/rooms/${room}/locks`,
  summary:
    "Locks paths or patterns, all of them or none. An agent's lock ends with the task in its hand; any other ends after 120 s unless it is taken again.",
  access: { who: "room", persons: "lead", agents: true },
  tool: {
    name: "lock_paths",
    description: "Locks paths or globs; with wait, mail tells when.",
    leaves: ["waitS"],
  },
  body: z.strictObject({
    /** `src/a.ts`, `src/`, `**` for the repository. */
    patterns: z.array(line(PATTERN_MAX)).min(1).max(PATTERNS_MAX),
    /** Queue if others have them; otherwise it is refused. */
    wait: z.boolean().default(false),
    /** How long this call waits for its turn; ask again to keep waiting. */
    waitS: z.number().int().min(0).max(WAIT_S_MAX).default(0),
  }),
  keyed: true,
  refuses: ["locked", "boundary_invalid", "outside_boundaries", "limit_reached", "worker_stopped"],
  reply: LockRow.extend({
    /** `ended`: meanwhile it was released, or its task ended. */
    state: z.enum(["held", "waiting", "ended"]),
    /** How it ended; left out: with its task, or it hasn't. */
    ended: z.object({ how: z.enum(["released", "expired"]), by: z.string(), reason: z.string() }).optional(),
    seq: z.number(),
  }),
});

export const releaseLock = defineRoute("POST /rooms/:room/locks/:lockId/release", {
  summary: "Gives up a lock, or the wait for one. Agents give up their own; a lead any, with a reason.",
  access: { who: "room", persons: "lead", agents: true },
  tool: {
    name: "unlock_paths",
    description: "Gives up a lock or a wait.",
    leaves: ["reason"],
  },
  params: RoomParam.extend({ lockId: LockNumber }),
  body: z.strictObject({ reason: text(500).default("") }),
  act: true,
  refuses: ["lock_unknown", "reason_missing"],
  reply: z.object({ lockId: z.number(), seq: z.number() }),
});
