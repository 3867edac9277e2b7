import type { AgentCaller } from "../kernel/actor.ts";
import type { Command } from "../kernel/command.ts";
import type { RoleName } from "../kernel/ids.ts";
import { DEFAULT_SETTINGS, policyOf } from "../policy/policy.ts";
import { PRESETS } from "../policy/rule.ts";
import { anId, LEAD } from "./builders.fixture.ts";
import type { Driver } from "./driver.fixture.ts";

type Kind = (driver: Driver, a: number, b: number, c: number) => Command;

const COMMANDS = ["git push origin HEAD", "rm -rf src", "npm i left-pad", "ls", "git push -f"];

const askPermission: Kind = (driver, a, b, c) => {
  const agents = Object.values(driver.view.agents).filter(({ online }) => online);
  const agent = agents[a % Math.max(1, agents.length)];
  const roles = driver.room.team.roles.map((role) => role.name);
  const by: AgentCaller = {
    id: agent?.id ?? (anId(404) as AgentCaller["id"]),
    name: agent?.name ?? "Nobody",
    roles,
    connection: null,
  };
  const command = COMMANDS[b % COMMANDS.length] ?? "ls";
  const call = { harness: "claude", tool: "Bash", input: { command }, cwd: ".", files: [] };
  return {
    type: "askPermission",
    by,
    call: { ...call, callId: `call-${c}`, digest: command, shown: command },
  };
};

/** Leads set what holds, and take back what answers allowed. */
const steerPolicy: Kind = (driver, a, b, c) => {
  const { grants } = policyOf(driver.view);
  if (c > 2 && grants.length > 0)
    return { type: "revokeGrant", by: LEAD, grantId: grants[a % grants.length]?.id ?? "" };
  const role = driver.room.team.roles[a % driver.room.team.roles.length]?.name as RoleName;
  const roles = b > 5 ? { [role]: { mode: "ask" as const, allow: [], deny: ["$ npm i"] } } : {};
  const preset = b > 3 ? (PRESETS[a % PRESETS.length] ?? "safe") : "safe";
  return { type: "changePolicy", by: LEAD, ...DEFAULT_SETTINGS, preset, roles };
};

/** What is asked before tools run. */
export const POLICY_KINDS: readonly Kind[] = [askPermission, askPermission, steerPolicy];
