import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { byTask } from "../minds/by-tools.ts";
import type { Step } from "../minds/work.ts";
import { startRunner } from "../runner.ts";
import type { Agent, Room, World } from "../world.ts";
import { END } from "./alone.ts";
import { expectEnd, type Journey } from "./journey.ts";
import { aProject } from "./made.ts";

/** What the skill runs, and nobody may here. */
export async function denyTouch({ id, world }: Room, role: string): Promise<void> {
  const roles = { [role]: { deny: ["$ touch"] } };
  await world.person.call("changePolicy", {
    params: { room: id },
    body: { preset: "safe", roles },
  });
}

export const USE_SKILL: Step = { act: "use", name: "Skill", input: { skill: "garden" } };

/** A skill of a project, whose text runs two commands while it loads. */
export function writeSkill(folder: string, mark: string): void {
  const file = join(folder, ".claude", "skills", "garden", "SKILL.md");
  mkdirSync(dirname(file), { recursive: true });
  const lines = [
    "---",
    "name: garden",
    "description: What grows here.",
    // The client asks for nothing that the skill allows itself.
    "allowed-tools: Bash(sh:*) Bash(echo:*)",
    "---",
    `Mark: !\`sh -c 'touch ${mark}'\``,
    "Beds: !`echo roses and thyme`",
    "",
  ];
  writeFileSync(file, lines.join("\n"));
}

/** The command didn't run, the room has its verdict, and the agent reads why beside what did run. */
export async function expectJudged(room: Room, { account }: Pick<Agent, "account">, mark: string): Promise<void> {
  if (existsSync(mark)) throw new Error("the skill's command ran although the room denies it");
  const params = { room: room.id };
  const query = { verdict: "deny" } as const;
  const { data } = await room.world.person.call("listVerdicts", { params, query });
  const own = data.find(({ call }) => call.includes(`touch ${mark}`));
  if (!own) throw new Error(`the room has no verdict on it: ${JSON.stringify(data)}`);
  const { prompts, notes, results } = account.exchanges.at(-1)?.turn ?? {};
  const told = [...(prompts ?? []), ...(notes ?? []), ...(results ?? [])].join("\n");
  for (const part of [own.reason, "roses and thyme"])
    if (!told.includes(part)) throw new Error(`the agent doesn't read "${part}": ${told}`);
}

/** What a skill's text runs while it loads is asked for like what an agent runs. */
export const skilled: Omit<Journey, "clients"> = {
  name: "a skill's own command is denied like the agent's, and the rest of the skill loads",
  async run(world, way, client) {
    const room = await world.room("solo");
    const seat = await room.seat(way, "solo");
    const mark = join(seat.home, "mark");
    writeSkill(seat.folder, mark);
    await denyTouch(room, "solo");
    const agent = await room.start(client(0), seat, [[USE_SKILL, END]]);
    await room.say("Look after the garden.");
    await room.log.until("handoff.delivered solo TASK-001 to user deliver");
    await expectEnd(room, agent);
    await expectJudged(room, agent, mark);
  },
};

/** The same by a runner, with the skill of the repository that it works on. */
export async function skilledRun(world: World): Promise<void> {
  const room = await world.room("solo");
  const { machine, git } = await aProject(world);
  const mark = join(machine.home, "mark");
  writeSkill(machine.folder, mark);
  await git("add", "-A");
  await git("commit", "-qm", "A skill");
  await denyTouch(room, "solo");
  const mind = byTask({ "TASK-001": [USE_SKILL, END] });
  const [account] = startRunner(room, machine, { solo: { make: "claude", mind } }, 1);
  await room.say("Look after the garden.");
  await room.log.until("handoff.delivered solo TASK-001 to user deliver");
  if (account) await expectJudged(room, { account }, mark);
}
