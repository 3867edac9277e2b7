import type { Reply } from "@squadroom/client/call";
import { WEBHOOK_FORMS, WEBHOOK_KINDS, type WebhookKind } from "@squadroom/core/webhook/webhook";
import type { Command } from "commander";
import { answering, collect, define, group, number, oneOf } from "../answer.ts";
import { enterRoom, forPeople, openAdminDoor, ROOM } from "../door.ts";
import { CliError } from "../failure.ts";
import { own } from "../own-command.ts";
import type { Cli } from "../settings.ts";
import { columns, dated, shortened } from "../words.ts";

type Webhook = Reply<"listWebhooks">["data"][number];
type Delivery = Reply<"listWebhookDeliveries">["data"][number];

export function addWebhook(program: Command, cli: Cli): void {
  const webhook = group(program, "webhook", "tell other programs what happens in a room");
  addList(webhook, cli);
  addAdd(webhook, cli);
  addSwitch(webhook, cli);
  addTest(webhook, cli);
  addRemove(webhook, cli);
  addDeliveries(webhook, cli);
  addRedeliver(webhook, cli);
}

function addList(webhook: Command, cli: Cli): void {
  const command = define(webhook, "list", "list webhooks, and how each is doing").option(...ROOM);
  forPeople(cli, command, async ({ call, room }) => {
    const reply = await call("listWebhooks", { params: { room } });
    const text =
      reply.data.length === 0 ? `${room} has no webhook.` : reply.data.map(webhookText).join("\n");
    return { data: reply, text };
  });
}

function addAdd(webhook: Command, cli: Cli): void {
  const command = define(
    webhook,
    "add <url>",
    "add an address; its secret is shown only once",
    `Kinds: ${WEBHOOK_KINDS.join(", ")}. docs/webhooks.md says how a receiver checks the signature.`,
  )
    .option(...ROOM)
    .option("--form <form>", WEBHOOK_FORMS.join(", "), oneOf(...WEBHOOK_FORMS), "squadroom")
    .option("--kind <kind>", "what it is sent; repeatable, by default everything", collect);
  answering(cli, command, async ([url = ""], options) => {
    const kinds = kindsOf(options.kind as string[] | undefined);
    const { call, room } = await enterRoom(await openAdminDoor(cli), options);
    const form = options.form as (typeof WEBHOOK_FORMS)[number];
    const reply = await call("createWebhook", {
      params: { room },
      body: { url, form, ...(kinds ? { kinds } : {}) },
    });
    const text = [
      webhookText(reply.webhook),
      "Its secret, shown only once:",
      reply.secret,
      `Try it: ${own(`webhook test ${reply.webhook.id} --room ${room}`)}`,
    ];
    return { data: reply, text: text.join("\n") };
  });
}

function kindsOf(named: readonly string[] | undefined): WebhookKind[] | undefined {
  return named?.map((kind) => {
    const known = WEBHOOK_KINDS.find((one) => one === kind);
    if (known) return known;
    throw new CliError("usage", `There is no kind ${kind}.`, `Use ${WEBHOOK_KINDS.join(", ")}.`);
  });
}

function addSwitch(webhook: Command, cli: Cli): void {
  for (const on of [true, false]) {
    const command = on
      ? define(webhook, "on <id>", "switch it on; what happened while it was off is not sent")
      : define(webhook, "off <id>", "switch it off");
    command.option(...ROOM);
    forPeople(cli, command, async ({ call, room }, [webhookId = ""]) => {
      const params = { room, webhookId };
      const reply = await call("updateWebhook", { params, body: { on } });
      return { data: reply, text: webhookText(reply.webhook) };
    });
  }
}

function addTest(webhook: Command, cli: Cli): void {
  const command = define(webhook, "test <id>", "send a test delivery").option(...ROOM);
  forPeople(cli, command, async ({ call, room }, [webhookId = ""]) => {
    const reply = await call("testWebhook", { params: { room, webhookId } });
    const text = `On its way. See how it went: ${own(`webhook deliveries ${webhookId} --room ${room}`)}`;
    return { data: reply, text };
  });
}

function addRemove(webhook: Command, cli: Cli): void {
  const command = define(webhook, "remove <id>", "remove it, with its pending deliveries").option(
    ...ROOM,
  );
  forPeople(cli, command, async ({ call, room }, [webhookId = ""]) => {
    const reply = await call("removeWebhook", { params: { room, webhookId } });
    return { data: reply, text: "Removed; nothing more is sent to it." };
  });
}

function addDeliveries(webhook: Command, cli: Cli): void {
  const command = define(
    webhook,
    "deliveries <id>",
    "list what was sent and how it went, newest first",
  )
    .option(...ROOM)
    .option("--limit <n>", "how many to list", number(1, 100), 20)
    .option("--cursor <cursor>", "the next page: the cursor the last one printed");
  forPeople(cli, command, async ({ call, room }, [webhookId = ""], options) => {
    const cursor = options.cursor as string | undefined;
    const limit = options.limit as number;
    const reply = await call("listWebhookDeliveries", {
      params: { room, webhookId },
      query: { limit, ...(cursor === undefined ? {} : { cursor }) },
    });
    const more = reply.next === null ? "" : `\nMore: --cursor ${reply.next}`;
    const text =
      reply.data.length === 0
        ? "Nothing sent yet."
        : `${columns(reply.data.map(cellsOf), "")}${more}`;
    return { data: reply, text };
  });
}

function addRedeliver(webhook: Command, cli: Cli): void {
  const command = define(
    webhook,
    "redeliver <id> <delivery>",
    "send one again, the same bytes under the same id",
  ).option(...ROOM);
  forPeople(cli, command, async ({ call, room }, [webhookId = "", deliveryId = ""]) => {
    const params = { room, webhookId, deliveryId };
    const reply = await call("redeliverWebhook", { params });
    return { data: reply, text: "It is on its way again." };
  });
}

function webhookText({
  id,
  url,
  form,
  kinds,
  off,
  failingSince,
  waiting,
  gaveUp,
}: Webhook): string {
  const state = off
    ? `off since ${dated(off.at)}: ${off.reason}`
    : failingSince === null
      ? "on"
      : `failing since ${dated(failingSince)}; ${waiting} wait, ${gaveUp} given up`;
  return `${id}  ${url}\n  ${form}, ${state}\n  ${kinds.join(", ")}`;
}

function cellsOf({ id, kind, state, attempts, nextAt, createdAt, text }: Delivery): string[] {
  const last = attempts.at(-1);
  const became = last ? (last.error ?? `answered ${last.status}`) : "";
  const next = nextAt !== null && last ? `, again ${dated(nextAt)}` : "";
  const stands = `${state.replace("_", " ")} (${attempts.length})`;
  return [id, dated(createdAt), stands, kind, `${shortened(text, 50)}  ${became}${next}`];
}
