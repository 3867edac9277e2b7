import * as z from "zod";
import { pageOf, paging } from "../kernel/page.ts";
import { RoomParam, routesOf } from "../kernel/route.ts";
import { line, text, Uuid } from "../kernel/text.ts";
import { BRANCH_ACTS } from "../run/run.ts";
import { CHECK_NAME_MAX, CHECKS_MAX } from "../task/result.ts";
import { UsageSum } from "../usage/contract.ts";
import { MERGE_PROBLEMS } from "./branch.ts";
import { BRANCH_STATES } from "./state.ts";

const defineRoute = routesOf("branches");
const defineRunnerRoute = routesOf("runners");

const Key = z.string().regex(/^[A-Za-z][A-Za-z0-9-]{0,79}$/, "is not the key of a branch, such as `DEV-002`");
const BranchParam = RoomParam.extend({ branch: Key });
const GitName = line(300);
const Commit = line(100);

const MergeShape = z
  .object({
    state: z.enum(["waiting", "merged", "failed", "skipped"]),
    /** Why it waits at this place, why it failed, or why somebody let it pass. */
    why: z.string(),
  })
  .nullable();

export const BranchRow = z.object({
  key: z.string(),
  title: z.string(),
  name: z.string(),
  /** The branch it is merged into; `null`: a person takes it. */
  line: z.string().nullable(),
  base: z.string().nullable(),
  head: z.string(),
  runnerId: Uuid,
  runner: z.string().nullable(),
  sessionId: z.number().nullable(),
  taskId: z.string().nullable(),
  by: z.string().nullable(),
  changes: z
    .object({
      added: z.number(),
      removed: z.number(),
      files: z.array(z.string()),
      fileCount: z.number(),
    })
    .nullable(),
  checks: z.array(z.object({ name: z.string(), passed: z.boolean(), value: z.number().optional() })),
  merge: MergeShape,
  /** The task on it that ended without a result: nobody accepted what the branch has as done. */
  stopped: z.object({ taskId: z.string(), how: z.enum(["failed", "cancelled"]) }).nullable(),
  /** Its state, in a word. */
  state: z.enum(BRANCH_STATES),
  /** Orders under way. */
  doing: z.array(z.enum(BRANCH_ACTS)),
  taken: z.object({ into: z.string(), head: z.string(), by: z.string(), at: z.number() }).nullable(),
  pushed: z.object({ remote: z.string(), head: z.string(), at: z.number() }).nullable(),
  problem: z.string().nullable(),
  usage: UsageSum,
  at: z.number(),
});
export type BranchRow = z.infer<typeof BranchRow>;

const access = { who: "room", persons: "viewer", agents: true } as const;
const steer = {
  access: { who: "room", persons: "lead", agents: false },
  params: BranchParam,
  refuses: ["branch_unknown", "branch_state"],
} as const;

export const listBranches = defineRoute("GET /rooms/:room/branches", {
  command: {
    usage: "branches list",
    help: "list the branches of a room, the latest first",
    isForPeople: true,
    leaves: ["cursor", "limit"],
  },
  access,
  summary: "The branches that runs work on, the latest first.",
  tool: {
    name: "list_branches",
    description: "Branches of the work; which are merged.",
    leaves: ["cursor"],
  },
  query: z.strictObject(paging(50, 100)),
  reply: pageOf(BranchRow).extend({ seq: z.number() }),
});

export const getBranch = defineRoute("GET /rooms/:room/branches/:branch", {
  command: {
    usage: "branches show <branch>",
    help: "print what went into a branch, and the text of a pull request",
    isForPeople: true,
  },
  access,
  summary: "A branch, what went into it and in which order, and the text of a pull request.",
  params: BranchParam,
  refuses: ["branch_unknown"],
  reply: z.object({
    branch: BranchRow,
    merged: z.array(
      z.object({
        key: z.string(),
        taskId: z.string(),
        title: z.string(),
        summary: z.string(),
        reviewers: z.array(z.string()),
        files: z.array(z.string()),
        head: z.string(),
        at: z.number(),
        /** Why it was merged at this place. */
        why: z.string(),
      }),
    ),
    /** What is still to be merged, in order. */
    waiting: z.array(z.object({ key: z.string(), title: z.string(), why: z.string() })),
    pullRequest: z.object({ title: z.string(), body: z.string() }),
    seq: z.number(),
  }),
});

export const getBranchChanges = defineRoute("GET /rooms/:room/branches/:branch/changes", {
  access,
  summary: "What a branch changes against what it started from, as a unified diff, by its runner's last look.",
  params: BranchParam,
  refuses: ["branch_unknown"],
  reply: z.object({
    /** `null`: nobody has looked yet. */
    at: z.number().nullable(),
    diff: z.string(),
    /** Why the rest is missing. */
    note: z.string().nullable(),
  }),
});

const anyway = { anyway: "also work whose task failed or was cancelled, or that came later" };

export const orderBranch = defineRoute("POST /rooms/:room/branches/:branch/orders", {
  command: [
    {
      usage: "branches take <branch>",
      help: "merge a branch into one of yours",
      gives: { act: "take" },
      options: {
        into: ["--into <name>", "your branch; without it, the one that the work started from"],
        ...anyway,
      },
    },
    {
      usage: "branches push <branch>",
      help: "push a branch to the remote",
      gives: { act: "push" },
      leaves: ["into"],
      options: anyway,
    },
    {
      usage: "branches clean <branch>",
      help: "remove a branch, with what went into it, and its worktrees",
      gives: { act: "clean" },
      leaves: ["into", "anyway"],
    },
  ],
  ...steer,
  summary:
    "Merges a branch into one of the user's, pushes it, or removes it with its worktrees. The runner that has it does it.",
  body: z.strictObject({
    act: z.enum(BRANCH_ACTS),
    /** The user's branch, for `take`; without it the one that the work started from. */
    into: GitName.optional(),
    /** Also takes work that nobody accepted as done. */
    anyway: z.boolean().default(false),
  }),
  act: true,
  refuses: ["branch_unknown", "branch_state", "limit_reached"],
  reply: z.object({ key: z.string(), orderId: Uuid, seq: z.number() }),
});

export const retryMerge = defineRoute("POST /rooms/:room/branches/:branch/merge/retry", {
  command: {
    usage: "branches retry <branch>",
    help: "try a merge again that failed",
    says: "{key} waits to be merged.",
  },
  ...steer,
  summary: "Tries again to merge a branch that could not be merged.",
  act: true,
  reply: z.object({ key: z.string(), state: z.string(), seq: z.number() }),
});

export const skipMerge = defineRoute("POST /rooms/:room/branches/:branch/merge/skip", {
  command: {
    usage: "branches skip <branch> <reason...>",
    help: "let work pass without being merged, and say why",
    says: "{key} passes without being merged.",
  },
  ...steer,
  summary: "Lets work pass without being merged. The reason is kept.",
  body: z.strictObject({ reason: text(500, 1) }),
  act: true,
  reply: z.object({ key: z.string(), state: z.string(), seq: z.number() }),
});

const Checks = z
  .array(
    z.strictObject({
      name: line(CHECK_NAME_MAX),
      passed: z.boolean(),
      value: z.number().optional(),
    }),
  )
  .max(CHECKS_MAX);
const Lines = z.array(text(2000)).max(60);

const BranchReportBody = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("merged"),
    name: GitName,
    base: GitName.nullable(),
    before: Commit,
    head: Commit,
    checks: Checks,
    /** What it changes now against what it started from, for the page of the branch. */
    diff: text(400_000).optional(),
  }),
  z.strictObject({
    kind: z.literal("failed"),
    why: z.enum(MERGE_PROBLEMS),
    note: text(4000),
    conflict: z
      .array(
        z.strictObject({
          path: line(1000),
          kind: line(100),
          hunks: z.array(z.strictObject({ ours: Lines, theirs: Lines })).max(3),
        }),
      )
      .max(50),
    checks: Checks,
  }),
  z.strictObject({
    kind: z.literal("settled"),
    orderId: Uuid,
    isDone: z.boolean(),
    note: text(2000),
    head: Commit.nullable(),
    remote: line(200).nullable(),
  }),
]);
/** As a runner sends it. */
export type BranchReportBody = z.input<typeof BranchReportBody>;

export const reportBranch = defineRunnerRoute("POST /rooms/:room/branches/:branch/reports", {
  access: { who: "runner" },
  summary: "What a runner says about a branch on its machine.",
  params: BranchParam,
  body: z.strictObject({ report: BranchReportBody }),
  bodyLimit: 1_000_000,
  keyed: true,
  refuses: ["not_joined", "superseded", "server_restored", "branch_unknown"],
  reply: z.object({ key: z.string(), seq: z.number() }),
});
