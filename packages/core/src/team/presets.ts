import { type RoleName, roleName } from "../kernel/ids.ts";
import { ROLE_LIBRARY } from "./library.ts";
import type { Pass, Role, Target, Team, TeamPreset, Variant } from "./team.ts";

const PLANNER = roleName("planner");
const BUILDER = roleName("builder");
const REVIEWER = roleName("reviewer");
const SOLO = roleName("solo");

const planner: Role = {
  name: PLANNER,
  title: "Planner",
  prefix: "PLAN",
  priority: 0,
  specialty: "talks to the user, splits work into tasks, puts the results together",
};
const reviewer: Role = {
  name: REVIEWER,
  title: "Reviewer",
  prefix: "REVIEW",
  priority: 3,
  specialty: "checks finished work against what was asked and reports findings",
};
const builder: Role = {
  name: BUILDER,
  title: "Builder",
  prefix: "DEV",
  priority: 4,
  specialty: "writes and tests code",
};
const solo: Role = {
  name: SOLO,
  title: "Solo",
  prefix: "TASK",
  priority: 0,
  specialty: "does everything: plans, writes, checks, reports",
};

const pass = (from: RoleName, to: Target, intents: Pass["intents"], more: Partial<Pass> = {}): Pass => ({
  from,
  to,
  intents,
  ...more,
});
const variant = (
  name: string,
  needs: readonly RoleName[],
  chain: readonly Target[],
  note: string,
  passes: readonly Pass[],
): Variant => ({ name, needs, chain, note, passes });

const plannerToUser = pass(PLANNER, "user", ["deliver", "question"]);

const COORDINATOR = roleName("coordinator");

/** Work goes out from the coordinator and comes back to it; each role has its spec from the library. */
const lifecycleRoles = ROLE_LIBRARY.map((role): Role => {
  const name = roleName(role.name);
  const workers = ROLE_LIBRARY.map((other) => roleName(other.name)).filter((one) => one !== name);
  return { ...role, name, handsTo: name === COORDINATOR ? ["user", ...workers] : [COORDINATOR] };
});

const TEAMS: Record<TeamPreset, Team> = {
  solo: {
    preset: "solo",
    roles: [solo],
    entryPoint: SOLO,
    variants: [variant("solo", [], ["user", SOLO, "user"], "", [pass(SOLO, "user", ["deliver", "question"])])],
  },
  duo: {
    preset: "duo",
    roles: [planner, builder],
    entryPoint: PLANNER,
    variants: [
      variant("planner_builder", [BUILDER], ["user", PLANNER, BUILDER, PLANNER, "user"], "", [
        plannerToUser,
        pass(PLANNER, BUILDER, ["work", "question", "findings"]),
        pass(BUILDER, PLANNER, ["work", "question"]),
      ]),
      variant("planner_solo", [], ["user", PLANNER, "user"], "planner implements and reviews", [
        plannerToUser,
        pass(BUILDER, PLANNER, ["work", "question"]),
      ]),
    ],
  },
  pair: {
    preset: "pair",
    roles: [builder, reviewer],
    entryPoint: BUILDER,
    variants: [
      variant("builder_reviewer", [REVIEWER], ["user", BUILDER, REVIEWER, "user"], "", [
        pass(BUILDER, REVIEWER, ["work", "question"]),
        pass(BUILDER, "user", ["question"]),
        pass(REVIEWER, "user", ["deliver", "question"]),
        pass(REVIEWER, BUILDER, ["findings", "question"]),
      ]),
      variant("builder_solo", [], ["user", BUILDER, "user"], "nobody reviews; results are marked unreviewed", [
        pass(BUILDER, "user", ["deliver", "question"], {
          standsInFor: [REVIEWER],
          unreviewed: true,
        }),
        pass(REVIEWER, "user", ["deliver", "question"]),
        pass(REVIEWER, BUILDER, ["findings", "question"]),
      ]),
    ],
  },
  squad: {
    preset: "squad",
    roles: [planner, builder, reviewer],
    entryPoint: PLANNER,
    variants: [
      variant("full_team", [BUILDER, REVIEWER], ["user", PLANNER, BUILDER, REVIEWER, PLANNER, "user"], "", [
        plannerToUser,
        pass(PLANNER, BUILDER, ["work", "question", "findings"]),
        pass(PLANNER, REVIEWER, ["question"]),
        pass(BUILDER, REVIEWER, ["work", "question"]),
        pass(BUILDER, PLANNER, ["question"]),
        pass(REVIEWER, PLANNER, ["work", "question"]),
        pass(REVIEWER, BUILDER, ["findings", "question"]),
      ]),
      variant("planner_builder", [BUILDER], ["user", PLANNER, BUILDER, PLANNER, "user"], "planner reviews", [
        plannerToUser,
        pass(PLANNER, BUILDER, ["work", "question", "findings"]),
        pass(BUILDER, PLANNER, ["work", "question"], { standsInFor: [REVIEWER] }),
        pass(REVIEWER, PLANNER, ["work", "question"]),
        pass(REVIEWER, BUILDER, ["findings", "question"]),
      ]),
      variant(
        "planner_reviewer",
        [REVIEWER],
        ["user", PLANNER, REVIEWER, PLANNER, "user"],
        "reviewer implements, planner reviews",
        [
          plannerToUser,
          pass(PLANNER, REVIEWER, ["work", "question", "findings"], { standsInFor: [BUILDER] }),
          pass(REVIEWER, PLANNER, ["work", "question", "findings"], { standsInFor: [BUILDER] }),
          pass(BUILDER, REVIEWER, ["work", "question"]),
          pass(BUILDER, PLANNER, ["question"]),
        ],
      ),
      variant("planner_solo", [], ["user", PLANNER, "user"], "planner implements and reviews", [
        plannerToUser,
        pass(BUILDER, PLANNER, ["work", "question"], { standsInFor: [REVIEWER] }),
        pass(REVIEWER, PLANNER, ["work", "question", "findings"], { standsInFor: [BUILDER] }),
      ]),
    ],
  },
  lifecycle: {
    preset: "lifecycle",
    roles: lifecycleRoles,
    entryPoint: COORDINATOR,
    isolated: true,
    variants: [],
  },
};

/** The preset's team, complete; a room keeps its own copy in its first event. */
export function presetTeam(preset: TeamPreset): Team {
  return TEAMS[preset];
}
