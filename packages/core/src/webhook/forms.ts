import { visible } from "../kernel/visible.ts";
import type { WebhookPayload } from "./payload.ts";
import type { WebhookForm } from "./webhook.ts";

/** How a chat marks up a text. */
interface Markup {
  bold: (text: string) => string;
  italic: (text: string) => string;
  link: (url: string, text: string) => string;
  /** Without anything that has a meaning there: nobody is mentioned, and nothing is linked. */
  plain: (text: string) => string;
  /** It refuses longer messages, UTF-16 units. */
  max: number;
}

const SLACK: Markup = {
  bold: (text) => `*${text}*`,
  italic: (text) => `_${text}_`,
  link: (url, text) => `<${url}|${text}>`,
  plain: (text) => visible(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;"),
  max: 2_900,
};

const DISCORD: Markup = {
  bold: (text) => `**${text}**`,
  italic: (text) => `*${text}*`,
  // An address in angle brackets has no preview.
  link: (url, text) => `[${text}](<${url}>)`,
  plain: (text) => visible(text).replace(/[\\*_~`|<>[\]()#@:-]/g, "\\$&"),
  max: 2_000,
};

/** The body of a delivery, in its receiver's form. */
export function bodyOf(form: WebhookForm, payload: WebhookPayload): object {
  switch (form) {
    case "squadroom":
      return payload;
    case "slack": {
      // Otherwise it makes links of bare addresses, and of names of channels.
      const text = { type: "mrkdwn", text: messageOf(payload, SLACK), verbatim: true };
      const line = `${payload.room.name}: ${payload.text}`;
      return { text: cut(SLACK.plain(line), SLACK.max), blocks: [{ type: "section", text }] };
    }
    case "discord":
      return { content: messageOf(payload, DISCORD), allowed_mentions: { parse: [] } };
  }
}

const LINK_WORDS: Partial<Record<WebhookPayload["kind"], string>> = {
  "decision.opened": "Open the decision",
  "question.asked": "Open the question",
  "task.failed": "Open the task",
};

function messageOf({ room, text, link, data, kind }: WebhookPayload, as: Markup): string {
  const name = as.plain(room.name);
  const lines = [as.bold(room.url ? as.link(room.url, name) : name), as.plain(text)];
  if (typeof data.reason === "string" && kind === "decision.opened" && data.reason !== "")
    lines.push(as.italic(as.plain(data.reason)));
  const options = Array.isArray(data.options) ? (data.options as Record<string, string>[]) : [];
  for (const { label = "", consequence = "" } of options)
    lines.push(`• ${as.bold(as.plain(label))}${consequence === "" ? "" : `: ${as.plain(consequence)}`}`);
  // Whatever is cut, the link to the whole remains.
  const end = link === null ? "" : `\n${as.link(link, LINK_WORDS[kind] ?? "See it in the room")}`;
  return cut(lines.join("\n"), as.max - end.length) + end;
}

function cut(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max - 1).toWellFormed()}…`;
}
