import type { ClientName } from "../clients/client.ts";
import type { Way } from "../doors.ts";
import { eventually } from "../log.ts";
import type { Step } from "../minds/work.ts";
import type { Room } from "../world.ts";
import type { Journey } from "./journey.ts";

const DIG = "Dig the first bed, and say what you found.";

interface Own {
  /** Its own tool for a subagent. */
  tool: string;
  input: Record<string, unknown>;
  /** Whether its hooks hear of an error of the model's service. */
  tellsError: boolean;
  /** A server: it doesn't end with its turn, and says nothing when it is ended. */
  stays?: boolean;
}

const OWN: Partial<Record<ClientName, Own>> = {
  claude: {
    tool: "Agent",
    input: {
      description: "Dig",
      prompt: DIG,
      subagent_type: "general-purpose",
      run_in_background: false,
    },
    tellsError: true,
  },
  codex: { tool: "multi_agent_v1/spawn_agent", input: { message: DIG }, tellsError: false },
  copilot: {
    tool: "task",
    input: { description: "Dig", prompt: DIG, agent_type: "explore", name: "dig", mode: "sync" },
    tellsError: true,
  },
  "opencode-serve": {
    tool: "task",
    input: { description: "Dig", prompt: DIG, subagent_type: "general" },
    tellsError: true,
    stays: true,
  },
};

/** A lead sees what works under one name, why an agent stands still, and that its client has ended. */
export const SIGNS: Journey[] = Object.entries(OWN).map(([name, own]) => ({
  name: `a client tells of its subagent,${own.tellsError ? " the error that ends its turn" : ""}${own.stays ? "" : " and its end"}`,
  clients: [name as ClientName],
  async run(world, way, client) {
    const room = await world.room("solo");
    const helped = async (count: number) => {
      await eventually(
        async () => (await atWork(room)) === count,
        async () => `${await atWork(room)} subagents are at work, and not ${count}`,
      );
    };
    const seat = await room.seat(
      withSubagent(way, () => helped(1)),
      "solo",
    );
    const steps: Step[] = [
      { act: "use", name: own.tool, input: own.input },
      { act: "think", until: () => helped(0) },
      { act: "think", until: fail },
    ];
    const agent = await room.start(client(0), seat, [steps]);
    await room.log.until("agent.joined solo");
    await room.say("Tidy the garden.");
    const params = { room: room.id };
    // The end of a client may come in before the error that it ends with, which its reason has then.
    const told = async () => {
      const { data } = await world.person.call("listErrors", { params, query: {} });
      const left = (await room.log.events()).flatMap((one) => (one.type === "agent.left" ? [one.data.reason] : []));
      return [...data.map(({ message }) => message), ...left].join("\n");
    };
    if (own.tellsError) await eventually(async () => /the model's service is down/.test(await told()), told);
    if (!own.stays)
      await eventually(
        async () => (await room.log.events()).some(({ type }) => type === "agent.left"),
        () => `its end isn't told:\n${agent.output().slice(-2000)}`,
      );
    world.model.unknown.splice(0);
  },
}));

async function atWork(room: Room): Promise<number> {
  const { view } = await room.world.person.call("getRoom", {
    params: { room: room.id },
    query: {},
  });
  return view.tasks[0]?.lease?.atWork?.length ?? 0;
}

/** Its subagent has the same account with the model. */
function withSubagent(way: Way, until: () => Promise<void>): Way {
  return {
    ...way,
    mind: (work) => {
      const own = way.mind(work);
      let isDown = false;
      return async (turn) => {
        const isInner = turn.prompts.some((one) => one.includes(DIG)) && !isOfRoom(turn.prompts);
        // Clients try again.
        if (isDown) return fail();
        if (!isInner)
          return own(turn).catch((error: unknown) => {
            isDown = true;
            throw error;
          });
        await until();
        return { say: "Stones." };
      };
    },
  };
}

function fail(): Promise<never> {
  return Promise.reject(new Error("the model's service is down"));
}

function isOfRoom(prompts: readonly string[]): boolean {
  return prompts.some((one) => /squadroom|TASK-001/i.test(one.replace(/\/\S+/g, "")));
}
