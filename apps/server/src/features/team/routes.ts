import { RefusalError } from "@squadroom/core/kernel/refusal";
import type { Room } from "@squadroom/core/kernel/room";
import { planTeamChange, staleTeam } from "@squadroom/core/room/change-team";
import type { TeamPreview } from "@squadroom/core/team/contract";
import { draftOf, teamOf } from "@squadroom/core/team/draft";
import type { TeamProblem } from "@squadroom/core/team/problem";
import type { FeatureRoutes } from "../../platform/http/route.ts";
import { personCaller, readRoom, run } from "../agent/index.ts";
import { meantTeam, wantedTeam } from "./wanted.ts";

export const teamRoutes: FeatureRoutes = ({ route, rooms }) => {
  route("getTeam", async (call) => {
    const { team, teamVersion, seq } = await readRoom(rooms, call);
    const draft = draftOf(team);
    const { problems } = teamOf(draft);
    return { version: teamVersion, team, draft, problems, seq };
  });

  route("previewTeam", async (call) => {
    const room = await readRoom(rooms, call);
    const { version = room.teamVersion } = call.body;
    const stale = staleTeam(room, version);
    if (stale) throw new RefusalError(stale);
    const { team, problems } = await meantTeam(call.body);
    return previewOf(room, team, problems, call.body.remap);
  });

  route("changeTeam", async (call) => {
    const { version, remap } = call.body;
    const team = await wantedTeam(call.body);
    return run(rooms, call, {
      type: "changeTeam",
      by: personCaller(call),
      team,
      version,
      remap,
    });
  });
};

function previewOf(
  room: Room,
  team: TeamPreview["team"],
  problems: TeamProblem[],
  remap: Record<string, string>,
): TeamPreview {
  const nothing = { isSame: false, gone: [], added: [], decisions: 0 };
  const version = room.teamVersion;
  if (team === null) {
    return { ...nothing, version, problems, team, messages: { taskIds: [], to: "" } };
  }
  const plan = planTeamChange(room, team, remap);
  const nameOf = (id: keyof Room["agents"]) => room.agents[id]?.name ?? "";
  return {
    version,
    problems,
    team,
    isSame: plan.isSame,
    gone: plan.gone.map(({ role, to, tasks, inHand, agents }) => ({
      role: role.name,
      title: role.title,
      to,
      tasks,
      inHand: inHand.map(({ taskId, agentId }) => ({ taskId, agent: nameOf(agentId) })),
      agents: agents.map(nameOf),
    })),
    added: plan.added.map(({ name, title }) => ({ role: name, title })),
    messages: plan.messages,
    decisions: plan.decisions.length,
  };
}
