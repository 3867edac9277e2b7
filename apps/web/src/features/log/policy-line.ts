import type { EventsOf } from "@squadroom/core/kernel/event";
import { plainText } from "../../words/plain-text.ts";
import { roleTitle } from "../../words/role-title.ts";
import { line } from "./sentence.ts";
import { TASKS, type ToldOf } from "./told.ts";

/** What agents may do with their tools, and who says so. */
export const POLICY_TOLD: ToldOf<EventsOf<"policy">> = {
  "policy.changed": {
    shown: TASKS,
    line: ({ data: { settings } }, _, who) =>
      line("decided", "<b>{{who}}</b> set the policy of tool calls: preset {{preset}}", {
        who,
        preset: settings.preset,
      }),
  },
  "policy.granted": {
    shown: TASKS,
    line: ({ data: { grants } }) => {
      const calls = plainText(grants.map(({ words }) => words).join(", "));
      const scope = grants[0]?.scope;
      return scope?.kind === "task"
        ? line("decided", "<b>{{task}}</b> may use {{calls}} without asking", {
            task: scope.taskId,
            calls,
          })
        : line("decided", "<b>{{role}}</b> may always use {{calls}} without asking", {
            role: roleTitle(scope?.role ?? ""),
            calls,
          });
    },
  },
  "policy.revoked": {
    shown: TASKS,
    line: (_, __, who) =>
      line("decided", "<b>{{who}}</b> took back what an answer had allowed: it asks again", {
        who,
      }),
  },
};
