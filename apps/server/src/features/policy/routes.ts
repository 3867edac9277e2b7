import { refuse } from "@squadroom/core/kernel/refusal";
import { readCall } from "@squadroom/core/policy/call";
import { allowedFor } from "@squadroom/core/policy/grant";
import { examine } from "@squadroom/core/policy/judge";
import { policyOf, rulesFor } from "@squadroom/core/policy/policy";
import { effectOf, numberOfRule, RULE_IDS, titleAs } from "@squadroom/core/policy/rule";
import { findRole } from "@squadroom/core/team/team";
import type { FeatureRoutes } from "../../platform/http/route.ts";
import { readRoom } from "../agent/index.ts";

/** The policy of a room, as people read, change and try it. */
export const policyRoutes: FeatureRoutes = ({ route, rooms }) => {
  route("getPolicy", async (call) => {
    const view = await readRoom(rooms, call);
    const { settings, grants } = policyOf(view);
    return {
      settings,
      rules: RULE_IDS.map((id) => ({
        id,
        number: numberOfRule(id),
        title: titleAs(effectOf(id, settings.preset), id),
        effect: effectOf(id, settings.preset),
      })),
      grants: grants.map(({ scope, ...grant }) => ({
        ...grant,
        taskId: scope.kind === "task" ? scope.taskId : null,
        role: scope.kind === "role" ? scope.role : null,
      })),
      seq: view.seq,
    };
  });

  route("tryCall", async (call) => {
    const view = await readRoom(rooms, call);
    const { tool, input, cwd, roots } = call.body;
    const { role } = call.body;
    if (!findRole(view.team, role)) {
      const roles = view.team.roles.map(({ name }) => name);
      throw refuse("role_unknown", `This team has no role ${role}.`, { role }, roles);
    }
    const read = readCall("person", tool, input, cwd, roots);
    const { verdict, outcomes } = examine(read, rulesFor(view, role), {
      role,
      taskId: null,
      boundaries: null,
      stopped: null,
      refuseWrite: () => null,
      real: null,
      open: 0,
      allowed: allowedFor(view, role, null),
    });
    return {
      verdict: verdict.act,
      rule: verdict.rule,
      reason: verdict.reason,
      allowed: verdict.act === "deny" ? verdict.allowed : [],
      ...(verdict.act === "modify" ? { input: verdict.input } : {}),
      runs: (read.shell?.runs ?? [])
        .map(({ words }) => words.map(({ text }) => text).join(" "))
        .filter((text) => text !== ""),
      rules: outcomes.map(({ rule, effect, reason }) => ({
        id: rule,
        number: numberOfRule(rule),
        title: titleAs(effect === "passes" ? "ask" : effect, rule),
        effect,
        reason,
      })),
      seq: view.seq,
    };
  });
};
