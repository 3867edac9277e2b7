import { WISDOM_KINDS } from "../delivery/wisdom-kinds.ts";
import type { Command } from "../kernel/command.ts";
import type { EventsOf, RoomEvent } from "../kernel/event.ts";
import type { RoleName } from "../kernel/ids.ts";
import type { WisdomDraft } from "../wisdom/wisdom.ts";
import { LEAD } from "./builders.fixture.ts";
import type { Driver } from "./driver.fixture.ts";
import type { ChecksOf } from "./log-reading.fixture.ts";

type Kind = (driver: Driver, a: number, b: number, c: number) => Command;

const draftOf = (driver: Driver, a: number, b: number): WisdomDraft => ({
  kind: WISDOM_KINDS[a % WISDOM_KINDS.length] ?? "learning",
  text: `What holds of ${b}.`,
  ...(a > 3 ? { files: [`src/${b}.ts`] } : {}),
  ...(b > 5 ? { roles: [driver.room.team.roles[0]?.name as RoleName] } : {}),
});

/** Agents and people write down what the team should know; people promote, replace and withdraw it. */
export const know: Kind = (driver, a, b, c) => {
  const { view } = driver;
  const agent = Object.values(view.agents)[b % 4];
  const byAgent = agent ? { id: agent.id, name: agent.name, roles: [agent.role], connection: null } : LEAD;
  const live = view.wisdom.live ?? [];
  const wisdomId = live[a % Math.max(1, live.length)]?.id ?? a;
  const entry = draftOf(driver, a, b);
  if (c < 4) {
    const sessionId = c === 3 ? (view.sessions.live[0]?.id ?? null) : null;
    return { type: "addWisdom", by: c < 2 ? byAgent : LEAD, entries: [entry], sessionId };
  }
  if (c === 4) return { type: "promoteWisdom", by: LEAD, wisdomId };
  if (c === 5) return { type: "supersedeWisdom", by: byAgent, wisdomId, entry, reason: "It changed." };
  if (c === 6) return { type: "withdrawWisdom", by: LEAD, wisdomId, reason: "No." };
  return { type: "supersedeWisdom", by: LEAD, wisdomId, entry, reason: "No." };
};

/** What is in force, as the log alone says it. */
export function inForce(events: readonly RoomEvent[]): Map<number, "room" | "session"> {
  const live = new Map<number, "room" | "session">();
  for (const event of events) {
    if (event.type === "wisdom.added") {
      for (const id of event.data.gaveWay) live.delete(id);
      for (const { id } of event.data.entries) live.set(id, event.data.scope);
    } else if (event.type === "wisdom.promoted") live.set(event.data.id, "room");
    else if (event.type === "wisdom.superseded") live.delete(event.data.id);
  }
  return live;
}

export const WISDOM_CHECKS: ChecksOf<EventsOf<"wisdom">> = {
  "wisdom.added": (log, { data: { entries, scope, sessionId }, actor }) => {
    if (actor.kind === "server") log.say("the server writes nothing down");
    if (entries.length === 0) log.say("nothing was written down");
    if (scope === "session" && sessionId === null) log.say("the entry has no session");
  },
  "wisdom.promoted": (log, { actor }) => {
    if (actor.kind !== "person") log.say("only people promote");
  },
  "wisdom.superseded": (log, { data: { id, by }, actor }) => {
    if (by === null && actor.kind !== "person") log.say("only people withdraw");
    if (by === id) log.say("an entry took its own place");
  },
};
