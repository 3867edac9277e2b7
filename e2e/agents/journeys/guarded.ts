import type { Step } from "../minds/work.ts";
import type { Agent } from "../world.ts";
import { END } from "./alone.ts";
import { expectEnd, expectLines, type Journey } from "./journey.ts";

const DANGEROUS = "sudo rm -rf /var/lib/nothing";
const PUSH = "git push origin HEAD:feature";
const PUBLISH = "npm publish";
/** What `git` says where nobody keeps it from pushing: there is no such remote. */
const PUSHED = /does not appear to be a git repository|No configured push destination|src refspec/;
const REASON = "Nobody publishes on a Friday.";
/** From a person's answer to the next request to the model; most of it is the client. */
const AT_ONCE_MS = 5_000;

/** Before each tool the hook asks the room: one is denied, a person allows the next one and denies the last. */
export const guarded: Omit<Journey, "clients"> = {
  name: "a dangerous command is denied, a person lets one run and not the other, and mail comes meanwhile",
  async run(world, way, client) {
    const room = await world.room("duo");
    const seat = await room.seat(way, "planner");
    const mail = () => room.writeAs("builder", "planner", "Mind the roses.");
    const steps: Step[] = [
      { act: "run", command: DANGEROUS },
      { act: "run", command: PUSH },
      { act: "run", command: PUBLISH },
      { act: "think", until: mail },
      { act: "run", command: "git status --short" },
    ];
    const agent = await room.start(client(0), seat, [[...steps, END]]);
    await room.log.until("agent.joined planner");
    await room.say("Publish it.");
    await room.log.until("decision.opened planner");
    const phone = await world.phone();
    const answered = await phone.allow(PUSH);
    await room.log.until("decision.opened planner", 2);
    await room.answer("deny", REASON);
    await room.log.until("handoff.delivered planner PLAN-001 to user deliver");
    await expectEnd(room, agent);
    expectTold(agent, DANGEROUS, /\((privileges|destroy|outside)\)/);
    expectTold(agent, PUSH, PUSHED);
    expectTold(agent, PUBLISH, new RegExp(REASON));
    expectTold(agent, "git status", /Mind the roses/);
    const next = requestAfter(agent, answered);
    if (next - answered > AT_ONCE_MS) throw new Error(`it went on ${next - answered} ms after the answer`);
    expectLines(
      (await room.log.lines()).filter((line) => line.startsWith("decision.")),
      ["decision.opened planner", "decision.answered person", "decision.opened planner", "decision.answered person"],
    );
  },
};

function expectTold(agent: Agent, command: string, expected: RegExp): void {
  const { exchanges } = agent.account;
  const at = exchanges.findIndex(({ move }) => JSON.stringify(move).includes(command));
  const { results = [], notes = [] } = exchanges[at + 1]?.turn ?? {};
  // Claude Code and Codex put what a hook says beside the tool's answer.
  const told = [results.at(-1), ...notes.slice(exchanges[at]?.turn.notes.length)].join("\n");
  if (at < 0 || !expected.test(told)) throw new Error(`\`${command}\` brought: ${told}`);
}

function requestAfter(agent: Agent, at: number): number {
  const found = agent.account.exchanges.find((one) => one.at > at);
  if (!found) throw new Error("it did not go on");
  return found.at;
}
