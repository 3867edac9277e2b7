import * as z from "zod";
import { pageOf, paging } from "../kernel/page.ts";
import { RoomParam, routesOf } from "../kernel/route.ts";
import { line, RoleNameText, text, Uuid } from "../kernel/text.ts";
import { ASK_MAX_DEFAULT, ASK_S_DEFAULT } from "./policy.ts";
import { EFFECTS, MODES, PRESETS } from "./rule.ts";

const defineRoute = routesOf("policy");
const Entry = line(200);
const Entries = z.array(Entry).max(100);
const VERDICTS = ["allow", "deny", "modify", "ask"] as const;

const RoleRules = z.strictObject({
  /**
   * Who asks: the room by its preset, the harness by its own rules (the room only denies), or the room for everything
   * but reading.
   */
  mode: z.enum(MODES).default("room"),
  /** A kind (`write`), a tool (`mcp__linear__*`) or a command (`$ npm publish`). Empty: all that is not denied. */
  allow: Entries.default([]),
  deny: Entries.default([]),
});

const Settings = z.strictObject({
  preset: z.enum(PRESETS),
  /** Most permissions that an agent may have open at once. */
  askMax: z.number().int().min(1).max(20).default(ASK_MAX_DEFAULT),
  /** Seconds after which an unanswered permission is denied. */
  askS: z.number().int().min(30).max(86_400).default(ASK_S_DEFAULT),
  /** Patterns of files that nobody may write. */
  files: Entries.default([]),
  /** By role; a role that is not named has the preset alone. */
  roles: z.record(RoleNameText, RoleRules).default({}),
});
export type PolicyBody = z.input<typeof Settings>;

export const PolicyRow = z.object({
  settings: Settings,
  /** In the order in which they are read: the first that denies decides, otherwise the first that asks. */
  rules: z.array(z.object({ id: z.string(), number: z.number(), title: z.string(), effect: z.enum(EFFECTS) })),
  /** What answers allowed beyond their own calls. */
  grants: z.array(
    z.object({
      id: z.string(),
      rule: z.string(),
      words: z.string(),
      /** One of the two. */
      taskId: z.string().nullable(),
      role: z.string().nullable(),
      by: z.string(),
      at: z.number(),
    }),
  ),
  seq: z.number(),
});
export type PolicyRow = z.infer<typeof PolicyRow>;

const Checked = z.object({
  verdict: z.enum(VERDICTS),
  /** The rule that decides; `rest`: none does. */
  rule: z.string(),
  reason: z.string(),
  /** What is possible instead. */
  allowed: z.array(z.string()),
  /** For `modify`: run it with this input. */
  input: z.unknown().optional(),
  /** The permission that waits for a person, if one does, and when it is denied, epoch ms. */
  decisionId: z.string().nullable(),
  deadlineAt: z.number().nullable(),
  /** For `allow`: the harness may still ask by rules of its own, as the role's mode says. */
  harnessAsks: z.boolean(),
  seq: z.number(),
});
export type Checked = z.infer<typeof Checked>;

/** The project's folder as an absolute path, by each of its names: what follows them lies in the project. */
const Roots = z.array(text(4_000)).max(4).default([]);

const File = z.strictObject({
  /** As given in the call. */
  path: text(4_000),
  /** What it really is: relative to the project, absolute outside it; `null`: nobody can say. */
  real: text(4_000).nullable(),
});

export const checkCall = defineRoute("POST /rooms/:room/tool-calls", {
  summary:
    "What the room says to a tool call before it runs. With `waitS`, what a person has to allow waits that long for the answer; ask again with the same `callId` for the rest.",
  access: { who: "agent" },
  body: z.strictObject({
    /** As the harness counts its calls. */
    callId: line(200),
    harness: line(60),
    tool: line(200),
    /** As the harness sends it; may be cut, except for commands and paths. */
    input: z.unknown(),
    /** Relative to the project's root, POSIX. */
    cwd: text(4_000).default("."),
    roots: Roots,
    /** The paths of the call, resolved. A missing one counts as outside. */
    files: z.array(File).max(500).default([]),
    waitS: z.number().int().min(0).max(300).default(0),
  }),
  repeat: "Answers the same call the same, and opens no second permission for it.",
  repeats: true,
  bodyLimit: 2_500_000,
  reply: Checked,
});

export const getPolicy = defineRoute("GET /rooms/:room/policy", {
  command: {
    usage: "policy show",
    help: "the rules in their order, and what answers allowed",
    isForPeople: true,
  },
  summary: "What agents may do with their tools: the preset, its rules in order, roles, and what answers allowed.",
  access: { who: "room", persons: "viewer", agents: true },
  reply: PolicyRow,
});

export const changePolicy = defineRoute("PUT /rooms/:room/policy", {
  summary: "Sets what agents may do with their tools from now on, all of it.",
  access: { who: "room", persons: "lead", agents: false },
  body: Settings,
  act: true,
  refuses: ["role_unknown", "boundary_invalid"],
  reply: z.object({ settings: Settings, seq: z.number() }),
});

export const revokeGrant = defineRoute("DELETE /rooms/:room/policy/grants/:grantId", {
  command: {
    usage: "policy revoke <grant>",
    help: "take back what an answer allowed",
    says: "[revoked?It is asked again.|There is no such grant.]",
  },
  summary: "Takes back what an answer allowed for a task or a role: it is asked again.",
  access: { who: "room", persons: "lead", agents: false },
  params: RoomParam.extend({ grantId: Uuid }),
  act: true,
  reply: z.object({ grantId: z.string(), revoked: z.boolean(), seq: z.number() }),
});

export const tryCall = defineRoute("POST /rooms/:room/policy/try", {
  summary: "What the room would say to a call of a role, and what each rule says. Nothing runs, and nobody is asked.",
  access: { who: "room", persons: "approver", agents: false },
  body: z.strictObject({
    role: RoleNameText,
    tool: line(200).default("Bash"),
    /** A command is `{"command": "…"}`. */
    input: z.unknown(),
    cwd: text(4_000).default("."),
    roots: Roots,
  }),
  repeat: "Changes nothing.",
  refuses: ["role_unknown"],
  reply: z.object({
    verdict: z.enum(VERDICTS),
    rule: z.string(),
    reason: z.string(),
    allowed: z.array(z.string()),
    input: z.unknown().optional(),
    /** Commands that would run, with wrappers unwrapped. */
    runs: z.array(z.string()),
    rules: z.array(
      z.object({
        id: z.string(),
        number: z.number(),
        title: z.string(),
        effect: z.enum([...EFFECTS, "passes"]),
        reason: z.string(),
      }),
    ),
    seq: z.number(),
  }),
});

export const VerdictRow = z.object({
  at: z.number(),
  agent: z.string(),
  role: z.string(),
  tool: z.string(),
  /** The command, or the input, without secrets and cut if long. */
  call: z.string(),
  verdict: z.enum(VERDICTS),
  rule: z.string(),
  reason: z.string(),
  tookMs: z.number(),
});
export type VerdictRow = z.infer<typeof VerdictRow>;

export const listVerdicts = defineRoute("GET /rooms/:room/policy/verdicts", {
  command: {
    usage: "policy verdicts",
    help: "the latest verdicts",
    rows: {
      cells: ["{at}", "{agent}", "{verdict}", "{rule}", "{call}"],
      none: "No call was checked.",
    },
  },
  summary: "The latest verdicts, newest first, as the room's server remembers them since it started.",
  access: { who: "room", persons: "viewer", agents: false },
  query: z.strictObject({
    verdict: z.enum(VERDICTS).optional(),
    ...paging(50, 200),
  }),
  reply: pageOf(VerdictRow),
});
