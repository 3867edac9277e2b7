import type { Agent } from "../agent/agent.ts";
import { joinedBy } from "../fanout/fanout.ts";
import type { RoleName } from "../kernel/ids.ts";
import type { Room } from "../kernel/room.ts";
import { listed } from "../kernel/words.ts";
import { mentionsIn } from "../routing/mentions.ts";
import { availableWith } from "../task/claim.ts";
import { type HandoffTargets, stoodInFor } from "../team/targets.ts";
import { findRole, type Intent, type Team } from "../team/team.ts";
import { actingEntryPoint, variantsAbout } from "../team/variants.ts";
import type { HeldTask } from "./deliver.ts";
import { CHECK, PROVE } from "./guidance.ts";
import { inline } from "./markdown.ts";
import { isChecker } from "./roles.ts";

export interface Whose {
  room: Room;
  task: HeldTask;
  agent: Agent;
  handoffs: HandoffTargets;
  /** The role that had it before a change of the team gave it to this one. */
  movedFrom?: RoleName | null;
  /** How the sender got the task that was handed off to make this one. */
  sender?: { from: RoleName; intent: Intent } | null;
}

/** Whose part this is, if it is not only the reader's own, and what that part asks for. */
export function whoseLines(whose: Whose): string[] {
  return [...namedLine(whose), ...movedLine(whose), ...givenLine(whose), ...partLines(whose), ...authorLine(whose)];
}

/** Roles that the user named with `@`, or that rules found: the entry point decides what to do about it. */
function namedLine({ room, task, agent }: Whose): string[] {
  if (task.origin.kind !== "user_message" || joinedBy(room, task.id)) return [];
  const named = mentionsIn(room.team, task.instruction).filter((name) => name !== agent.role);
  if (named.length > 0) return [`The user named the ${listed(named)}: pass it there if that fits, or say why not.`];
  // As decided when it was sent, whatever the rules are now.
  const candidates = task.said?.candidates;
  if (agent.role !== room.team.entryPoint || !candidates) return [];
  const others = candidates.filter(({ role }) => role !== agent.role && findRole(room.team, role));
  if (others.length === 0) return ["No rule says who should get it: you decide, or ask the user."];
  const said = others.map(
    ({ role, score, found }) => `${role} ${score} (${found.map((one) => `“${one}”`).join(", ")})`,
  );
  return [`No rule decides who should get it. Candidates: ${said.join(", ")}. You decide, or ask the user.`];
}

function movedLine({ room, task, movedFrom }: Whose): string[] {
  if (!movedFrom || movedFrom === task.role) return [];
  const of = room.team.roles.some(({ name }) => name === movedFrom) ? "" : ", a role that no longer exists";
  return [`It was meant for the ${movedFrom}${of}: you got it when the team changed.`];
}

/** Whoever acts as the entry point answers the user in its place. */
function givenLine({ room, task, agent }: Whose): string[] {
  const { reassignedFrom } = task;
  if (reassignedFrom === null) return [];
  const { entryPoint, entryFallback } = room.team;
  const isActing = entryFallback === true && reassignedFrom === entryPoint && agent.role !== entryPoint;
  const acts = isActing
    ? ` You act as the ${entryPoint}: split it, pass it on, and bring the result to the user yourself.`
    : asksFor(room.team, agent.role, [reassignedFrom]);
  return [`It was the ${reassignedFrom}'s first: it is yours now.${acts}`];
}

/** A handoff that came here because somebody was away: the current variant may no longer mention it. */
function partLines(whose: Whose): string[] {
  const { room, task, agent } = whose;
  const { createdBy, role, intent, reassignedFrom } = task;
  const isSent = intent !== null && reassignedFrom === null;
  const roles = isSent && createdBy.role ? stoodInFor(room.team, createdBy.role, role, intent) : [];
  const stands =
    roles.length > 0
      ? [
          `You stand in for the ${listed(roles)}, who was not available: that part of the work is yours.${asksFor(room.team, agent.role, roles)}`,
        ]
      : [];
  const alone = doneAlone(whose).filter((name) => !roles.includes(name));
  return alone.length > 0
    ? [
        ...stands,
        `No ${listed(alone, "or")} is connected: that part of the work is yours.${asksFor(room.team, agent.role, alone)}`,
      ]
    : stands;
}

/** The roles whose work the entry point now does itself, with nobody to pass it to. */
function doneAlone({ room, task, agent, handoffs }: Whose): RoleName[] {
  const { team } = room;
  const available = availableWith(room, agent.role);
  if (task.sessionId !== null || task.intent === "question") return [];
  if (agent.role !== actingEntryPoint(team, available)) return [];
  if (handoffs.targets.some(({ intents }) => intents.includes("work"))) return [];
  return team.roles
    .map(({ name }) => name)
    .filter((name) => name !== team.entryPoint && !available.includes(name))
    .filter((name) => !isChecker(team, name));
}

/** Nobody checked the work of a checking role that stood in for the one who does it. */
function authorLine({ room: { team }, task, agent, sender }: Whose): string[] {
  const author = task.createdBy.role;
  if (!sender || !author || task.intent !== "work" || !isChecker(team, author)) return [];
  const done = stoodInFor(team, sender.from, author, sender.intent).filter((name) => !isChecker(team, name));
  if (done.length === 0 || done.includes(agent.role)) return [];
  return [
    `The ${author} did this in place of the ${listed(done)}: ${inline(task.createdBy.name)} is its author, and nobody has reviewed it.${asksFor(team, agent.role, [author])}`,
  ];
}

/** What these roles' part asks for, beyond what the reader's own guidance says. */
function asksFor(team: Team, reader: RoleName, roles: readonly RoleName[]): string {
  const own = reader === team.entryPoint ? null : isChecker(team, reader);
  const asks = [true, false]
    .filter((checks) => checks !== own && roles.some((name) => isChecker(team, name) === checks))
    .map((checks) => (checks ? CHECK : PROVE));
  return asks.map((text) => ` ${text}`).join("");
}

/** Whether a role may have done another's part, so that what it sends has to say so. */
export function mayStandIn(team: Team, role: RoleName): boolean {
  return variantsAbout(team, role).some(({ passes }) =>
    passes.some(({ to, standsInFor = [] }) => to === role && standsInFor.length > 0),
  );
}
