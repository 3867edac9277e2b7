import type { EventsOf } from "@squadroom/core/kernel/event";
import { changedText, presetText } from "@squadroom/core/team/preset-text";
import type { Team } from "@squadroom/core/team/team";
import { line } from "./sentence.ts";
import { NOWHERE, type ToldOf } from "./told.ts";

const GATE_PRESETS = {
  minimum: "minimum",
  production: "production",
  gold: "gold",
};

/** The room, its team and who is present. */
export const ROOM_TOLD: ToldOf<EventsOf<"room" | "team" | "agent">> = {
  "room.created": {
    shown: NOWHERE,
    line: ({ data: { demo, name, team } }, _, who) => {
      const key = demo
        ? "<b>{{name}}</b> opened: a demo, everything in it is scripted"
        : "<b>{{who}}</b> opened <b>{{name}}</b> with the team {{preset}}";
      return line("room", key, { who, name, preset: presetText(team) });
    },
  },
  "room.removed": {
    shown: NOWHERE,
    line: ({ data }, _, who) =>
      line("room", "<b>{{who}}</b> removed the room", { who }, { tone: "bad", because: data.reason }),
  },
  "room.paused": {
    shown: NOWHERE,
    line: ({ data: { everywhere } }, _, who) =>
      line(
        "paused",
        everywhere ? "<b>{{who}}</b> paused all rooms" : "<b>{{who}}</b> paused the room",
        { who },
        { tone: "warn" },
      ),
  },
  "room.resumed": {
    shown: NOWHERE,
    line: ({ data: { everywhere } }, _, who) =>
      line("mode", everywhere ? "<b>{{who}}</b> resumed all rooms" : "<b>{{who}}</b> resumed the room", { who }),
  },
  "room.options_set": {
    shown: NOWHERE,
    // The event has all of them, not only the changed one.
    line: ({ data: { askBeforeNext, redactEmails, models, ...locks } }, _, who) => {
      const options = [
        askBeforeNext ? "a person says which session is next" : "the next session starts by itself",
        redactEmails ? "e-mail addresses are redacted" : "e-mail addresses stay",
        ...(locks.lockBoundaries ? ["tasks lock their boundaries"] : []),
        ...(locks.lockWrites ? ["files are locked before they are written"] : []),
        ...(models ? ["it has models of its own"] : []),
      ];
      return line("mode", "<b>{{who}}</b> set the room's options: {{options}}", {
        who,
        options: options.join(", "),
      });
    },
  },
  "room.gate_preset_set": {
    shown: NOWHERE,
    line: ({ data }, _, who) => {
      const preset = GATE_PRESETS[data.preset];
      return line("room", "<b>{{who}}</b> set the gates of new sessions to {{preset}}", {
        who,
        preset,
      });
    },
  },
  "team.changed": {
    shown: NOWHERE,
    line: ({ data: { before, team } }, _, who) => {
      const roles = `${rolesOnlyIn(before, team, "gone")}${rolesOnlyIn(team, before, "new")}`;
      const [from, to] = [presetText(before), presetText(team)];
      const isReplaced = from !== to && to !== changedText(from);
      const key = isReplaced
        ? "<b>{{who}}</b> changed the team from {{before}} to {{after}}{{roles}}"
        : "<b>{{who}}</b> changed the team{{roles}}";
      return line("team", key, { who, before: from, after: to, roles });
    },
  },
  "agent.joined": {
    shown: NOWHERE,
    line: ({ data: { name: agent, role, harness } }, names) => {
      const values = { agent, role: names.role(role), harness: harness ?? "" };
      return line(
        "join",
        harness ? "<b>{{agent}}</b> joined as {{role}}, with {{harness}}" : "<b>{{agent}}</b> joined as {{role}}",
        values,
      );
    },
  },
  "agent.left": {
    shown: NOWHERE,
    line: ({ data: { agentId, reason } }, names) =>
      line("leave", "<b>{{agent}}</b> left", { agent: names.agent(agentId) }, { because: reason }),
  },
  "agent.came_online": {
    shown: NOWHERE,
    line: ({ data }, names) =>
      line("back", "<b>{{agent}}</b> is back", { agent: names.agent(data.agentId) }, { tone: "ok" }),
  },
  "agent.went_offline": {
    shown: NOWHERE,
    line: ({ data: { agentId, afterS } }, names) => {
      const count = Math.max(1, Math.round(afterS / 60));
      const agent = names.agent(agentId);
      return line(
        "offline",
        "<b>{{agent}}</b> went offline: no sign of life for {{count}} min",
        { agent },
        { tone: "warn", count },
      );
    },
  },
};

/** "; gone: Reviewer, Tester"; empty if the other team has all of them. */
function rolesOnlyIn(one: Team, other: Team, as: "gone" | "new"): string {
  const titles = one.roles
    .filter(({ name }) => !other.roles.some((role) => role.name === name))
    .map(({ title }) => title);
  return titles.length > 0 ? `; ${as}: ${titles.join(", ")}` : "";
}
