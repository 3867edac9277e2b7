import type { Command } from "../kernel/command.ts";
import type { EventOf } from "../kernel/event.ts";
import type { RoleName } from "../kernel/ids.ts";
import { LEAD } from "./builders.fixture.ts";
import type { Driver } from "./driver.fixture.ts";

type Kind = (driver: Driver, a: number, b: number, c: number) => Command;

const pass: Command = { type: "tick" };

/** The messages that were routed, in their order. */
function routedIn({ log }: Driver): EventOf<"message.sent">[] {
  return log.filter(
    (event): event is EventOf<"message.sent"> => event.type === "message.sent" && event.data.route !== undefined,
  );
}

/** The message as corrections left it. */
function latest({ log }: Driver, { data: { message } }: EventOf<"message.sent">) {
  const later = log.findLast(
    (event): event is EventOf<"routing.corrected"> =>
      event.type === "routing.corrected" && event.data.message.id === message.id,
  );
  return later?.data.message ?? message;
}

const roleAt = (driver: Driver, at: number): RoleName => {
  const { roles } = driver.room.team;
  return roles[at % roles.length]?.name as RoleName;
};

/** People say who should have got a message, and of which words they want no rule. */
const correct: Kind = (driver, a, b, c) => {
  const to = roleAt(driver, b);
  if (c > 5) return { type: "dismissPhrases", by: LEAD, phrases: [{ phrase: `word ${a}`, to }] };
  const all = routedIn(driver);
  const event = all[a % Math.max(1, all.length)];
  if (!event?.data.route) return pass;
  const sent = { message: latest(driver, event), seq: event.seq, decision: event.data.route };
  return { type: "correctRoute", by: LEAD, to, sent };
};

export const ROUTING_KINDS: readonly Kind[] = [correct];
