import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Io } from "./io.ts";

/** A terminal of a test: nobody sits there, nothing answers, and what was said is kept. */
export function anIo(given: Partial<Io> & { stdin?: string } = {}) {
  const said = { out: "", err: "" };
  const { stdin, ...more } = given;
  let left = stdin ?? null;
  const io: Io = {
    out: (text) => {
      said.out += text;
      return Promise.resolve(true);
    },
    err: (text) => {
      said.err += text;
    },
    isTerminal: false,
    // As a real one: what was read is gone.
    readStdin: () => {
      const text = left;
      left = text === null ? null : "";
      return Promise.resolve(text);
    },
    readLines: async function* () {
      yield* (stdin ?? "").split("\n").filter(Boolean);
    },
    ask: () => Promise.resolve(null),
    env: { SQUADROOM_STATE: join(tmpdir(), "squadroom-no-state"), SQUADROOM_DATA: "/nowhere" },
    cwd: "/nowhere",
    self: "squadroom",
    script: "/nowhere/squadroom.mjs",
    now: Date.now,
    watchParents: () => () => false,
    ancestry: () => "",
    commandsAbove: () => [],
    variablesAbove: () => [],
    hasTerminal: given.isPersonThere ?? false,
    isPersonThere: false,
    fetch: () => Promise.reject(new TypeError("no network in this test")),
    ...more,
  };
  return { io, said };
}
