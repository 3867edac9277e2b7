import type { EventsOf } from "@squadroom/core/kernel/event";
import { changedText, presetText } from "@squadroom/core/team/preset-text";
import type { Team } from "@squadroom/core/team/team";
import { line } from "./sentence.ts";
import { NOWHERE, type ToldOf } from "./told.ts";
import { t } from "./words.ts";

/** The room, its team and who is there. */
export const ROOM_TOLD: ToldOf<EventsOf<"room" | "team" | "agent">> = {
  "room.created": {
    shown: NOWHERE,
    line: ({ data: { demo, name, team } }, _, who) => {
      const key = demo ? "line.roomCreatedDemo" : "line.roomCreated";
      return line("room", key, { who, name, preset: presetText(team) });
    },
  },
  "room.removed": {
    shown: NOWHERE,
    line: ({ data }, _, who) =>
      line("room", "line.roomRemoved", { who }, { tone: "bad", because: data.reason }),
  },
  "room.options_set": {
    shown: NOWHERE,
    // The event says all of them, and not which one changed.
    line: ({ data: { askBeforeNext, redactEmails, models, ...locks } }, _, who) => {
      const options = [
        t(askBeforeNext ? "options.ask" : "options.next"),
        t(redactEmails ? "options.redact" : "options.keep"),
        ...(locks.lockBoundaries ? [t("options.lockBoundaries")] : []),
        ...(locks.lockWrites ? [t("options.lockWrites")] : []),
        ...(models ? [t("options.models")] : []),
      ];
      return line("mode", "line.optionsSet", { who, options: options.join(", ") });
    },
  },
  "room.gate_preset_set": {
    shown: NOWHERE,
    line: ({ data }, _, who) => {
      const preset = t(`gatePresets.${data.preset}`);
      return line("room", "line.gatePresetSet", { who, preset });
    },
  },
  "team.changed": {
    shown: NOWHERE,
    line: ({ data: { before, team } }, _, who) => {
      const roles = `${rolesOnlyIn(before, team, "line.teamGone")}${rolesOnlyIn(team, before, "line.teamNew")}`;
      const [from, to] = [presetText(before), presetText(team)];
      const isReplaced = from !== to && to !== changedText(from);
      const key = isReplaced ? "line.teamReplaced" : "line.teamChanged";
      return line("team", key, { who, before: from, after: to, roles });
    },
  },
  "agent.joined": {
    shown: NOWHERE,
    line: ({ data: { name: agent, role, harness } }, names) => {
      const values = { agent, role: names.role(role), harness: harness ?? "" };
      return line("join", harness ? "line.joinedWith" : "line.joined", values);
    },
  },
  "agent.left": {
    shown: NOWHERE,
    line: ({ data: { agentId, reason } }, names) =>
      line("leave", "line.left", { agent: names.agent(agentId) }, { because: reason }),
  },
  "agent.came_online": {
    shown: NOWHERE,
    line: ({ data }, names) =>
      line("back", "line.cameOnline", { agent: names.agent(data.agentId) }, { tone: "ok" }),
  },
  "agent.went_offline": {
    shown: NOWHERE,
    line: ({ data: { agentId, afterS } }, names) => {
      const count = Math.max(1, Math.round(afterS / 60));
      const agent = names.agent(agentId);
      return line("offline", "line.wentOffline", { agent }, { tone: "warn", count });
    },
  },
};

/** "; gone: Reviewer, Tester"; empty where the other team has all of them. */
function rolesOnlyIn(one: Team, other: Team, key: "line.teamGone" | "line.teamNew"): string {
  const titles = one.roles
    .filter(({ name }) => !other.roles.some((role) => role.name === name))
    .map(({ title }) => title);
  return titles.length > 0 ? t(key, { roles: titles.join(", ") }) : "";
}
