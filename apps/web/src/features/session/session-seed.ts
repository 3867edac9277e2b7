import type { RoomView } from "@squadroom/core/kernel/view";
import type { Message } from "@squadroom/core/message/message";
import { SESSION_TEXT_MAX, SESSION_TITLE_MAX } from "@squadroom/core/session/record/session";

/** What a new session starts with, and where that comes from. */
export interface SessionSeed {
  /** Its source, as in the address: `item:12`, `message:ID`, `plan:3`. */
  from: string;
  title: string;
  description: string;
  itemId: number | null;
}

/** From an item of the backlog, a message, or the plan of a session; `null`: it doesn't exist. */
export function seedOf(
  view: Pick<RoomView, "backlog" | "sessions">,
  from: string,
  message: Message | null,
): SessionSeed | null {
  const id = Number(from.slice(from.indexOf(":") + 1));
  if (from.startsWith("message:")) {
    const [first = "", ...rest] = message?.body.trim().split("\n") ?? [];
    return message && seed(from, message.subject ?? first, rest.length > 0 ? message.body : "");
  }
  if (from.startsWith("item:")) {
    const { items, ended } = view.backlog;
    const item = [...items, ...ended].find((one) => one.id === id);
    return item ? { ...seed(from, item.title, item.body), itemId: item.id } : null;
  }
  const session = view.sessions.live.find((one) => one.id === id);
  const plan = session?.proposals.plan?.value.tasks;
  if (!session || !plan) return null;
  const lines = plan.map(({ title, instruction, requires }) => {
    const names = plan.filter((one) => requires.includes(one.id)).map((one) => one.title);
    const after = names.length > 0 ? ` (after ${names.join(", ")})` : "";
    return `- ${title}${after}${instruction ? `: ${instruction}` : ""}`;
  });
  return seed(from, session.title, [session.description, lines.join("\n")].join("\n\n").trim());
}

function seed(from: string, title: string, description: string): SessionSeed {
  return {
    from,
    title: title
      .replace(/^#+\s*/, "")
      .slice(0, SESSION_TITLE_MAX)
      .toWellFormed(),
    description: description.slice(0, SESSION_TEXT_MAX).toWellFormed(),
    itemId: null,
  };
}
