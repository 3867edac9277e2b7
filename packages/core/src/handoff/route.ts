import type { RoleName } from "../kernel/ids.ts";
import type { Room } from "../kernel/room.ts";
import { type Refused, refused } from "../kernel/ruling.ts";
import { availableWith } from "../task/claim.ts";
import type { HeldTask } from "../task/task.ts";
import { type HandoffTargets, handoffTargets } from "../team/targets.ts";
import { findRole, type Intent, type Target } from "../team/team.ts";
import { resolveVariant } from "../team/variants.ts";
import type { AnswerWay } from "./answer.ts";
import type { HandoffDraft } from "./command.ts";
import { allowedEnds, handoffsOf, partsOf, possibleEnds } from "./ends.ts";

type Routed = { ok: true; route: Route } | Refused;

export interface Route {
  to: Target;
  intent: Intent;
  unreviewed: boolean;
  variant: string;
  /** Set if the target role was away and another stands in. */
  rerouted: { wanted: RoleName; reason: string } | null;
}

interface Way {
  room: Room;
  task: HeldTask;
  from: RoleName;
  wanted: Target;
  /** The intent that it counts as. */
  intent: Intent;
  /** Why it counts as something else than its sender said; empty if it doesn't. */
  because: string;
  available: RoleName[];
}

/** Where the ball goes: as requested, rerouted with the reason, or refused with what is possible. */
export function routeTo(room: Room, task: HeldTask, from: RoleName, handoff: HandoffDraft): Routed {
  const available = availableWith(room, from);
  const way = { room, task, from, wanted: handoff.to, available, ...counted(handoff) };
  const { answer, ...allowed } = handoffsOf(room, task, from);
  return way.intent === "answer" ? answerTo(way, answer) : passTo(way, allowed);
}

/** A question or an answer that reports changed artifacts is finished work under another name. */
function counted({ intent, result }: HandoffDraft): Pick<Way, "intent" | "because"> {
  const changed = (result.artifacts ?? []).map(({ path }) => path);
  if ((intent !== "question" && intent !== "answer") || changed.length === 0) return { intent, because: "" };
  const more = changed.length > 3 ? ` and ${changed.length - 3} more` : "";
  const because = ` It reports changed files (${changed.slice(0, 3).join(", ")}${more}), so it counts as work, not as ${intent === "answer" ? "an answer" : "a question"}. Pass it on as work, or leave out files you did not change.`;
  return { intent: "work", because };
}

/** The answer goes back to whoever asked, in their absence to the entry point. */
function answerTo(way: Way, answer: AnswerWay | null): Routed {
  const { room, task, wanted, available } = way;
  if (!answer) {
    const message =
      task.intent === "question"
        ? `${task.id} was not asked by a role in your chain; end it like any other task.`
        : `${task.id} is not a question, so there is nothing to answer.`;
    return refusedHere(way, "target_not_allowed", message);
  }
  const { asker, to } = answer;
  if (wanted !== asker && wanted !== to) {
    return refusedHere(
      way,
      "target_not_allowed",
      `The ${asker} asked, so the answer goes back there, not to ${wanted === "user" ? "the user" : wanted}.`,
    );
  }
  if (to === null) {
    const message = `The ${asker} asked, but no ${asker} is connected now.`;
    return refusedHere(way, "target_unavailable", message);
  }
  const { name: variant } = resolveVariant(room.team, available);
  const reason = `${titleOfRole(room, asker)} is not available; ${titleOfRole(room, to)} takes the answer.`;
  const rerouted = wanted === to ? null : { wanted: asker, reason };
  return {
    ok: true,
    route: { to, intent: "answer", unreviewed: false, variant, rerouted },
  };
}

function passTo(way: Way, allowed: HandoffTargets): Routed {
  const { room, task, from, wanted, intent, because, available } = way;
  const now = handoffTargets(room.team, from, intent, available);
  const target = allowed.targets.find((t) => t.to === wanted && t.intents.includes(intent));
  if (target) {
    const variant = now.targets.some((t) => t.to === wanted) ? now.variant : task.lease.variant;
    return {
      ok: true,
      route: { to: wanted, intent, unreviewed: marked(target, intent), variant, rerouted: null },
    };
  }
  if (wanted !== "user" && !findRole(room.team, wanted))
    return refusedHere(way, "role_unknown", `This team has no role ${wanted}.`);
  const standIn = now.reroutes.find((reroute) => reroute.wanted === wanted);
  if (standIn) {
    const intents = allowed.targets.find((t) => t.to === standIn.got)?.intents ?? [];
    const got = intents.includes(intent) ? intent : (intents.find((one) => one !== "answer") ?? intent);
    const reason = `${titleOfRole(room, wanted)} is not available; ${titleOfRole(room, standIn.got)} stands in.`;
    return {
      ok: true,
      route: {
        to: standIn.got,
        intent: got,
        unreviewed: marked(standIn, got),
        variant: now.variant,
        rerouted: { wanted: standIn.wanted, reason },
      },
    };
  }
  if (wanted !== "user" && !available.includes(wanted)) {
    const { note } = resolveVariant(room.team, available);
    const says = note !== "" && available.includes(room.team.entryPoint);
    const message = `No ${wanted} is connected now, and the team has no stand-in for this handoff.${says ? ` Now ${note}.` : ""}${because}`;
    return refusedHere(way, "target_unavailable", message);
  }
  const parts = partsOf(room, task).filter(({ role }) => role === wanted);
  if (intent === "work" && parts.length > 0) {
    const ids = parts.map(({ id }) => id).join(", ");
    const message = `You made ${ids} for ${wanted} out of ${task.id} already, and passing it on would make one more task beside them. Complete ${task.id} instead.`;
    return refusedHere(way, "target_not_allowed", `${message}${because}`);
  }
  const other = allowed.targets.filter((t) => t.to === wanted).flatMap((t) => t.intents);
  const message =
    other.length > 0
      ? `${from} may pass ${other.join(" or ")} to ${wanted}, not ${intent}.`
      : `${from} does not pass ${because ? "work " : ""}to ${wanted} in the variant ${now.variant}.`;
  return refusedHere(way, "target_not_allowed", `${message}${because}`);
}

/** The refusal, with how the task may be passed on instead. */
function refusedHere(
  { room, task, from, wanted, intent, available }: Way,
  code: "target_not_allowed" | "target_unavailable" | "role_unknown",
  message: string,
): Refused {
  const { name: variant } = resolveVariant(room.team, available);
  const isPassed = partsOf(room, task).length > 0;
  const ends = possibleEnds(room, task, from).filter(
    ({ action }) => action === "handOff" || (isPassed && action === "completeTask"),
  );
  return refused(code, message, { wanted, intent, variant, available }, allowedEnds(ends));
}

/** A question or an answer passes on no work that somebody could have reviewed. */
function marked(pass: { unreviewed: boolean }, intent: Intent): boolean {
  return pass.unreviewed && intent !== "question" && intent !== "answer";
}

function titleOfRole(room: Room, target: Target): string {
  return target === "user" ? "the user" : (findRole(room.team, target)?.title ?? target);
}
