import * as z from "zod";
import { pageOf, paging } from "../kernel/page.ts";
import { RoomParam, routesOf } from "../kernel/route.ts";
import { line, Uuid } from "../kernel/text.ts";
import { NOTICE_KINDS, WEBHOOK_FORMS, WEBHOOK_KINDS } from "./webhook.ts";

const Kinds = z.array(z.enum(WEBHOOK_KINDS)).min(1).max(WEBHOOK_KINDS.length);
const ACCESS = { who: "room", persons: "lead", agents: false } as const;
const defineRoute = routesOf("webhooks");

export const Webhook = z.object({
  id: Uuid,
  url: z.string(),
  form: z.enum(WEBHOOK_FORMS),
  kinds: Kinds,
  createdAt: z.number(),
  createdBy: z.string(),
  /** Why it is off, and since when; `null` while it is on. */
  off: z.object({ at: z.number(), reason: z.string(), byServer: z.boolean() }).nullable(),
  /** Since when nothing has arrived, epoch ms; `null` while it works. */
  failingSince: z.number().nullable(),
  /** Deliveries that wait, and those that were given up. */
  waiting: z.number(),
  gaveUp: z.number(),
});
export type Webhook = z.infer<typeof Webhook>;

export const WebhookDelivery = z.object({
  id: Uuid,
  kind: z.enum(NOTICE_KINDS),
  seq: z.number().nullable(),
  state: z.enum(["pending", "delivered", "gave_up"]),
  text: z.string(),
  createdAt: z.number(),
  endedAt: z.number().nullable(),
  /** When the next attempt comes, epoch ms. */
  nextAt: z.number().nullable(),
  attempts: z.array(
    z.object({
      at: z.number(),
      status: z.number().nullable(),
      latencyMs: z.number(),
      error: z.string().nullable(),
      response: z.string(),
    }),
  ),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

const Url = line(2_000).refine((text) => {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && username === "" && password === "";
}, "must be an http or https address without a name or password in it");

const One = RoomParam.extend({ webhookId: Uuid });

export const listWebhooks = defineRoute("GET /rooms/:room/webhooks", {
  command: {
    usage: "webhook list",
    help: "list webhooks, and how each is doing",
    leaves: ["cursor", "limit"],
  },
  summary: "The room's webhooks and how each is doing, without secrets.",
  access: ACCESS,
  query: z.strictObject(paging(100, 100)),
  reply: pageOf(Webhook),
});

export const createWebhook = defineRoute("POST /rooms/:room/webhooks", {
  command: {
    usage: "webhook add <url>",
    help: "add an address; its secret is shown only once",
    more: `Kinds: ${WEBHOOK_KINDS.join(", ")}. docs/webhooks.md says how a receiver checks the signature.`,
    options: { kinds: ["--kind <kind>", "what it is sent; repeatable, by default everything"] },
  },
  creates: () => null,
  repeat: "Takes no key: each request creates another webhook. If no answer came, list them first.",
  summary: "Adds an address that is told what happens from now on; its signing secret is shown only once.",
  access: ACCESS,
  body: z.strictObject({
    url: Url,
    form: z.enum(WEBHOOK_FORMS).default("squadroom"),
    kinds: Kinds.default([...WEBHOOK_KINDS]),
  }),
  reply: z.object({ webhook: Webhook, secret: z.string() }),
});

export const updateWebhook = defineRoute("PUT /rooms/:room/webhooks/:webhookId", {
  command: [
    {
      usage: "webhook on <webhook>",
      help: "switch it on; what happened while it was off is not sent",
      gives: { on: true },
      leaves: ["kinds"],
    },
    {
      usage: "webhook off <webhook>",
      help: "switch it off",
      gives: { on: false },
      leaves: ["kinds"],
    },
  ],
  repeat: "Takes no key: a repeated request sets the same again.",
  summary: "Switches a webhook on or off, or changes what it is sent; what happened while it was off is not sent.",
  access: ACCESS,
  params: One,
  body: z.strictObject({ on: z.boolean().optional(), kinds: Kinds.optional() }),
  reply: z.object({ webhook: Webhook }),
});

export const removeWebhook = defineRoute("DELETE /rooms/:room/webhooks/:webhookId", {
  command: {
    usage: "webhook remove <webhook>",
    help: "remove it, with its pending deliveries",
    says: "Removed; nothing more is sent to it.",
  },
  repeat: "Takes no key: a repeated request finds nothing to remove.",
  summary: "Removes a webhook, with its pending deliveries.",
  access: ACCESS,
  params: One,
  reply: z.object({ removed: z.literal(true) }),
});

export const testWebhook = defineRoute("POST /rooms/:room/webhooks/:webhookId/tests", {
  command: {
    usage: "webhook test <webhook>",
    help: "send a test delivery",
    says: "On its way. See how it went: `squadroom webhook deliveries {webhookId} --room {room}`",
  },
  repeat: "Takes no key: each request sends another test.",
  summary: "Sends a test; its delivery says how it went.",
  access: ACCESS,
  params: One,
  reply: z.object({ deliveryId: Uuid }),
});

export const listWebhookDeliveries = defineRoute("GET /rooms/:room/webhooks/:webhookId/deliveries", {
  command: {
    usage: "webhook deliveries <webhook>",
    help: "list what was sent and how it went, newest first",
  },
  summary: "What was sent and how it went, newest first.",
  access: ACCESS,
  params: One,
  query: z.strictObject(paging(20, 100)),
  reply: pageOf(WebhookDelivery),
});

export const redeliverWebhook = defineRoute(
  "POST /rooms/:room/webhooks/:webhookId/deliveries/:deliveryId/redeliveries",
  {
    command: {
      usage: "webhook redeliver <webhook> <delivery>",
      help: "send one again, the same bytes under the same id",
      says: "It is on its way again.",
    },
    repeat: "Takes no key: each request sends it once more, under the id of the first.",
    summary: "Sends a delivery again, with the same id and body.",
    access: ACCESS,
    params: One.extend({ deliveryId: Uuid }),
    reply: z.object({ deliveryId: Uuid }),
  },
);
