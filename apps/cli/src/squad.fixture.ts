import { expect } from "vitest";
import type { TestServer } from "./server.fixture.ts";

/** Types as one agent, or as this machine's admin in the room. */
type Typing = (args: string[], stdin?: string) => ReturnType<TestServer["type"]>;

/** A new squad room with everybody there, and the lead, who types without `--room`. */
export async function aSquad(server: TestServer, room: string) {
  await server.ask(["room", "new", room, "--preset", "squad"]);
  const as = async (role: string): Promise<Typing> => {
    const token = await server.credential(room, role);
    await server.type(["join"], { token });
    return (args, stdin) => server.type(args, stdin === undefined ? { token } : { token, stdin });
  };
  const planner = await as("planner");
  const builder = await as("builder");
  const reviewer = await as("reviewer");
  const lead = (...args: string[]) => server.type([...args, "--room", room]);
  /** The agent takes its next task and answers it; what it was told. */
  const present = async (reply: unknown, by: Typing = planner): Promise<string> => {
    const delivery = await by(["wait"]);
    const text = `Here it is:\n\`\`\`json\n${JSON.stringify(reply)}\n\`\`\``;
    const done = await by(["done", "--reply", "-"], text);
    expect([done.code, done.err]).toEqual([0, ""]);
    return delivery.out;
  };
  /** Answers what is asked first; `id`: of the decision. */
  const decide = async (option: string, ...more: string[]) => {
    const { data: decisions } = await server.ask<{ data: { id: string }[] }>(["decisions", "--room", room]);
    const id = decisions[0]?.id ?? "none";
    return { id, ...(await lead("decide", id, option, ...more)) };
  };
  return { planner, builder, reviewer, lead, present, decide };
}
