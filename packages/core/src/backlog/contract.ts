import * as z from "zod";
import { pageOf, paging } from "../kernel/page.ts";
import { RoomParam, routesOf } from "../kernel/route.ts";
import { text } from "../kernel/text.ts";
import { PRIORITIES } from "../task/task.ts";
import { ItemFieldsSchema, ItemReason } from "./fields.ts";
import { IMPORT_FORMATS } from "./formats.ts";
import { ITEM_REASON_MAX, ITEM_STATES, SCALE_MAX, WORKFLOW_MODES } from "./item.ts";

const defineRoute = routesOf("backlog");

/** An item as the table has it. */
export const ItemRow = ItemFieldsSchema.extend({
  id: z.number(),
  position: z.string(),
  state: z.enum(ITEM_STATES),
  /** Value over complexity, to one decimal. */
  score: z.number().nullable(),
  origin: z.object({
    kind: z.enum(["person", "agent"]),
    id: z.string(),
    name: z.string(),
    role: z.string().optional(),
    isImport: z.boolean(),
  }),
  addedAt: z.number(),
  /** Since when it is in this state. */
  stateAt: z.number(),
  /** The task of its last pick. */
  taskId: z.string().nullable(),
  /** What its work asked the user; it continues with the answer. */
  asked: z.string().nullable(),
  /** Why it was deferred, closed, dropped or reopened, or with what result. */
  note: z.object({ text: z.string(), by: z.string(), at: z.number() }).nullable(),
  /** How the last work on it ended without a result. */
  lastTry: z
    .object({
      taskId: z.string().nullable(),
      how: z.enum(["failed", "cancelled", "put_back"]),
      reason: z.string(),
      at: z.number(),
    })
    .nullable(),
});
export type ItemRow = z.infer<typeof ItemRow>;

const ItemParam = RoomParam.extend({ item: z.coerce.number().int().min(1).max(1_000_000_000) });
const Moved = z.object({
  itemId: z.number(),
  state: z.enum(ITEM_STATES),
  seq: z.number(),
});
const Reason = z.strictObject({ reason: ItemReason });
const change = { params: ItemParam, keyed: true } as const;
/** Of the agents, only the entry point may call these routes; every agent may list and add. */
const workers = { who: "room", persons: "approver", agents: true } as const;

const Draft = ItemFieldsSchema.partial({
  body: true,
  priority: true,
  labels: true,
  value: true,
  complexity: true,
});

export const SORTS = ["order", "score", "newest"] as const;

/** What its fields are called as options of a command. */
const fields = {
  body: "what it is about, in detail",
  labels: ["--label <label>", "repeatable"],
  value: `what it is worth, 1 to ${SCALE_MAX}`,
  complexity: `what it takes, 1 to ${SCALE_MAX}`,
} as const;
const kept = { reason: "why; kept with the item" };

export const listBacklog = defineRoute("GET /rooms/:room/backlog", {
  command: {
    usage: "backlog list",
    help: "list items, in the order they are picked",
    options: {
      label: ["--label <label>", "with this label"],
      text: ["--text <words>", "with these words in title or text"],
    },
  },
  summary: "Items, in the order they are picked; filters by state, label, priority and text.",
  access: { who: "room", persons: "viewer", agents: true },
  tool: {
    name: "list_backlog",
    description: "Work for later, in its order; `state`: live, all, an item's.",
    leaves: ["sort", "label", "priority", "text"],
  },
  query: z.strictObject({
    /** `live`: all that are neither closed nor dropped. */
    state: z.enum([...ITEM_STATES, "live", "all"]).default("live"),
    label: z.string().max(60).optional(),
    priority: z.enum(PRIORITIES).optional(),
    /** Text in title or body, case-insensitive. */
    text: z.string().max(200).optional(),
    sort: z.enum(SORTS).default("order"),
    ...paging(200, 1000),
  }),
  reply: pageOf(ItemRow).extend({
    workflowMode: z.enum(WORKFLOW_MODES),
    /** Clearing mode is paused since then, and why. */
    paused: z
      .object({
        at: z.number(),
        why: z.string(),
        kind: z.enum(["decision", "question", "failures"]),
      })
      .nullable(),
    total: z.number(),
    seq: z.number(),
  }),
});

export const getItem = defineRoute("GET /rooms/:room/backlog/:item", {
  command: { usage: "backlog show <item>", help: "show one item" },
  summary: "One item.",
  access: { who: "room", persons: "viewer", agents: true },
  tool: { name: "show_item", description: "One item of the backlog." },
  params: ItemParam,
  reply: z.object({ item: ItemRow, allowed: z.array(z.string()) }),
});

export const addItems = defineRoute("POST /rooms/:room/backlog", {
  command: {
    usage: "backlog add <title...>",
    help: "add an item, last of its priority",
    inside: "items.0",
    text: "body",
    options: fields,
    says: "Item {items.0.id}: {items.0.title}",
  },
  creates: ({ room }, { items }: { items: { id: number }[] }) =>
    items.length === 1 ? `/rooms/${room}/backlog/${items[0]?.id}` : null,
  summary: "Adds items, last of their priority: all of them or none. Any agent may.",
  access: workers,
  tool: {
    name: "add_items",
    description: "Adds items to the backlog, all or none.",
    leaves: ["value", "complexity"],
  },
  body: z.strictObject({ items: z.array(Draft).min(1).max(100) }),
  act: true,
  reply: z.object({
    items: z.array(z.object({ id: z.number(), title: z.string() })),
    seq: z.number(),
  }),
});

export const editItem = defineRoute("PUT /rooms/:room/backlog/:item", {
  command: {
    usage: "backlog edit <item>",
    help: "change an item; what you leave out stays as it is",
    text: "body",
    options: { ...fields, title: "a new title" },
    says: "Changed item {itemId}.",
  },
  ...change,
  summary: "Edits an item; fields you leave out stay as they are.",
  access: workers,
  body: ItemFieldsSchema.partial(),
  reply: Moved,
});

export const moveItem = defineRoute("POST /rooms/:room/backlog/:item/place", {
  command: {
    usage: "backlog move <item>",
    help: "move an item before or after another",
    more: "Items are sorted by priority first; --priority changes it.",
    options: {
      "to.before": ["--before <item>", "before this item"],
      "to.after": ["--after <item>", "after this item"],
      "to=first": ["--first", "first of its priority"],
      "to=last": ["--last", "last of its priority"],
    },
    says: "Moved item {itemId}.",
  },
  ...change,
  summary: "Moves an item before or after another, or first or last.",
  access: workers,
  body: z.strictObject({
    to: z
      .union([
        z.enum(["first", "last"]),
        z.strictObject({ before: z.number().int().min(1) }),
        z.strictObject({ after: z.number().int().min(1) }),
      ])
      .default("last"),
    /** Gives it this priority as well: items are ordered by priority first. */
    priority: z.enum(PRIORITIES).optional(),
  }),
  reply: Moved,
});

export const pickItem = defineRoute("POST /rooms/:room/backlog/:item/pick", {
  command: {
    usage: "backlog pick <item>",
    help: "turn an item into a task for the entry point",
    says: "Item {itemId} is now {taskId}, for the {to}.",
  },
  ...change,
  summary: "Turns an item into a task for the entry point.",
  access: workers,
  tool: { name: "pick_item", description: "Makes an item your task." },
  reply: Moved.extend({ taskId: z.string(), to: z.string() }),
});

export const deferItem = defineRoute("POST /rooms/:room/backlog/:item/defer", {
  command: {
    usage: "backlog defer <item>",
    help: "set an item aside",
    says: "Item {itemId} is set aside.",
  },
  ...change,
  summary: "Defers an item: nobody gets it until it is reopened or picked.",
  access: workers,
  tool: {
    name: "defer_item",
    description: "Keeps an item back until reopened.",
  },
  body: z.strictObject({ reason: text(ITEM_REASON_MAX).default("") }),
  reply: Moved,
});

export const finishItem = defineRoute("POST /rooms/:room/backlog/:item/finish", {
  command: {
    usage: "backlog finish <item>",
    help: "report an item as done, for a person to review",
    text: "summary",
    options: { summary: "the result; also from stdin" },
    says: "Item {itemId} waits for a person's review.",
  },
  ...change,
  summary: "Reports an item as done; a person reviews it, and closes or reopens it.",
  access: workers,
  tool: {
    name: "finish_item",
    description: "Reports an item done, for a person to review.",
  },
  body: z.strictObject({ summary: ItemReason }),
  reply: Moved,
});

export const putBackItem = defineRoute("POST /rooms/:room/backlog/:item/put-back", {
  command: {
    usage: "backlog put-back <item>",
    help: "reopen a picked item that nobody is working on any more",
    options: kept,
    says: "Item {itemId} is open again.",
  },
  ...change,
  summary: "Reopens a picked item that nobody is working on any more.",
  access: workers,
  tool: {
    name: "put_back_item",
    description: "Reopens an item nobody works on.",
  },
  body: Reason,
  reply: Moved,
});

export const closeItem = defineRoute("POST /rooms/:room/backlog/:item/close", {
  command: {
    usage: "backlog close <item>",
    help: "close an item, with the reason",
    options: kept,
    says: "Item {itemId} is closed.",
  },
  ...change,
  summary: "Closes an item, with the reason. Only people close one in review.",
  access: workers,
  body: Reason,
  reply: Moved,
});

export const dropItem = defineRoute("POST /rooms/:room/backlog/:item/drop", {
  command: {
    usage: "backlog drop <item>",
    help: "drop an item that nobody wants, with the reason",
    options: kept,
    says: "Item {itemId} is dropped.",
  },
  ...change,
  summary: "Drops an item that nobody wants any more, with the reason.",
  access: workers,
  body: Reason,
  reply: Moved,
});

export const reopenItem = defineRoute("POST /rooms/:room/backlog/:item/reopen", {
  command: {
    usage: "backlog reopen <item>",
    help: "reopen an item, with the reason",
    options: kept,
    says: "Item {itemId} is open again.",
  },
  ...change,
  summary: "Reopens an item that is in review, deferred, closed or dropped, with the reason.",
  access: { who: "room", persons: "approver", agents: false },
  body: Reason,
  reply: Moved,
});

const Problem = z.object({
  line: z.number(),
  field: z.string().nullable(),
  message: z.string(),
});

export const importBacklog = {
  ...defineRoute("POST /rooms/:room/backlog/import", {
    summary: "Adds the items of a CSV or JSON file, all of them or none; `preview` only says what would be added.",
    access: { who: "room", persons: "approver", agents: false },
    body: z.strictObject({
      format: z.enum(IMPORT_FORMATS),
      content: text(4_000_000, 1),
      preview: z.boolean().default(false),
    }),
    keyed: true,
    reply: z.object({
      /** How many items were added, or would be. */
      count: z.number(),
      items: z.array(z.object({ title: z.string(), state: z.string(), priority: z.string() })),
      problems: z.array(Problem),
      warnings: z.array(Problem),
      /** The numbers of the first and the last one; `null` for a preview. */
      added: z.object({ first: z.number(), last: z.number() }).nullable(),
      seq: z.number(),
    }),
  }),
  bodyLimit: 5_000_000,
};

export const exportBacklog = defineRoute("GET /rooms/:room/backlog-export", {
  summary: "All items as CSV or JSON, closed and dropped ones included, as `import` reads them.",
  access: { who: "room", persons: "viewer", agents: true },
  query: z.strictObject({ format: z.enum(IMPORT_FORMATS).default("csv") }),
  reply: z.object({ format: z.enum(IMPORT_FORMATS), count: z.number(), content: z.string() }),
});

const Mode = z.object({ workflowMode: z.enum(WORKFLOW_MODES), seq: z.number() });

export const setMode = defineRoute("PUT /rooms/:room/mode", {
  summary:
    "Switches between normal mode and working through the backlog, where the room hands out one item after another.",
  access: { who: "room", persons: "lead", agents: false },
  body: z.strictObject({ workflowMode: z.enum(WORKFLOW_MODES) }),
  act: true,
  reply: Mode,
});

export const resumeClearing = defineRoute("POST /rooms/:room/mode/resume", {
  summary: "Resumes clearing mode, even while something waits for a person.",
  access: { who: "room", persons: "lead", agents: false },
  act: true,
  reply: Mode,
});
