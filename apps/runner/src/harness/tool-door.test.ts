import { exec } from "node:child_process";
import { once } from "node:events";
import { existsSync, statSync } from "node:fs";
import { connect } from "node:net";
import { afterEach, expect, test } from "vitest";
import { type OpenDoor, openToolDoor, type ToolDoor } from "./tool-door.ts";

let door: ToolDoor;

afterEach(() => door.close());

const opened = async (...given: Parameters<OpenDoor>) => {
  door = await openToolDoor(...given);
};
/** The last word of the command. */
const socketOf = ({ command }: ToolDoor) => command.split(" ").at(-1) ?? "";

interface Ended {
  code: number;
  out: string;
  err: string;
}

/** As a harness runs a hook: the question on its standard input, and its exit code counts. */
function ask(asked: string): Promise<Ended> {
  return new Promise((resolve) => {
    const child = exec(door.command, (error, out, err) => resolve({ code: Number(error?.code ?? 0), out, err }));
    child.stdin?.on("error", () => {});
    child.stdin?.end(asked);
  });
}

const REFUSED = { code: 2, out: "", err: "Squadroom could not be asked.\n" };

test("a hook gets the answer to what it asked, whatever is in it", async () => {
  await opened(async (asked) => ({ heard: asked }));
  const asked = {
    tool_name: "Bash",
    tool_input: { command: "echo 'ü \"x\" $(id)'\n".repeat(9000) },
  };

  const { code, out } = await ask(JSON.stringify(asked));

  expect([code, JSON.parse(out)]).toEqual([0, { heard: asked }]);
});

test("hooks that ask at once each get their own answer, the later one first if it is known first", async () => {
  let release = () => {};
  const isAnswered = new Promise<void>((resolve) => {
    release = resolve;
  });
  await opened(async (asked) => {
    const { name } = asked as { name: string };
    if (name === "slow") await isAnswered;
    return { name };
  });

  const slow = ask('{"name":"slow"}');
  expect((await ask('{"name":"quick"}')).out).toBe('{"name":"quick"}');
  release();
  expect((await slow).out).toBe('{"name":"slow"}');
});

test.each([
  ["nobody knows an answer", '{"name":"Bash"}'],
  ["it isn't understood", "no JSON"],
  ["nothing is asked", ""],
])("keeps the tool from running when %s", async (_, asked) => {
  await opened(async () => {
    throw new Error("nobody is there");
  });
  expect(await ask(asked)).toEqual(REFUSED);
});

test("keeps the tool from running when it closes before the answer, and then for good", async () => {
  let heard = () => {};
  const isAsked = new Promise<void>((resolve) => {
    heard = resolve;
  });
  await opened(() => {
    heard();
    return new Promise(() => {});
  });
  const asked = ask("{}");
  await isAsked;
  await door.close();

  expect(await asked).toEqual(REFUSED);
  expect(await ask("{}")).toEqual(REFUSED);
  expect(existsSync(socketOf(door))).toBe(false);
});

test("goes on after one that goes away in the middle of its question", async () => {
  await opened(async () => ({}));
  const socket = connect(socketOf(door));
  await once(socket, "connect");
  socket.write('{"tool_');
  socket.destroy();

  expect(await ask("{}")).toEqual({ code: 0, out: "{}", err: "" });
});

test("only its user reaches it", async () => {
  await opened(async () => ({}));
  const folder = statSync(socketOf(door).replace(/\/[^/]*$/, ""));
  expect(folder.mode & 0o077).toBe(0);
});

test("a module asks as a hook does, and throws where it gets no answer", async () => {
  const answer = async (asked: unknown) => {
    if (asked === "nobody knows") throw new Error("nobody is there");
    return { heard: asked };
  };
  await opened(answer, "export const asks = ask;");
  const { asks } = (await import(door.module)) as { asks(asked: unknown): Promise<unknown> };

  expect(await asks({ tool: "bash", args: "ü".repeat(200_000) })).toEqual({
    heard: { tool: "bash", args: "ü".repeat(200_000) },
  });
  await expect(asks("nobody knows")).rejects.toThrow("Squadroom could not be asked.");
  await door.close();
  await expect(asks({})).rejects.toThrow("Squadroom could not be asked.");
});
