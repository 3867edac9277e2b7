import type { Reply } from "@squadroom/client/call";
import type { Command } from "commander";
import { group } from "../answer.ts";
import { addContract, type Words } from "../contract-commands.ts";
import { own } from "../own-command.ts";
import type { Cli } from "../settings.ts";
import { columns, dated, shortened } from "../words.ts";

type Webhook = Reply<"listWebhooks">["data"][number];
type Delivery = Reply<"listWebhookDeliveries">["data"][number];

export function addWebhook(program: Command, cli: Cli): void {
  const webhook = group(program, "webhook", "tell other programs what happens in a room");
  addContract(webhook, cli, words);
}

const words: Words = {
  listWebhooks: ({ data }, { room }) =>
    data.length === 0 ? `${room} has no webhook.` : data.map(webhookText).join("\n"),
  createWebhook: ({ webhook, secret }, { room }) =>
    [
      webhookText(webhook),
      "Its secret, shown only once:",
      secret,
      `Try it: ${own(`webhook test ${webhook.id} --room ${room}`)}`,
    ].join("\n"),
  updateWebhook: ({ webhook }) => webhookText(webhook),
  listWebhookDeliveries: ({ data, next }) => {
    const more = next === null ? "" : `\nMore: --cursor ${next}`;
    return data.length === 0 ? "Nothing sent yet." : `${columns(data.map(cellsOf), "")}${more}`;
  },
};

function webhookText({ id, url, form, kinds, off, failingSince, waiting, gaveUp }: Webhook): string {
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
