import type { Call, Caller } from "./caller.ts";
import type { Chance } from "./random.ts";

/** Few, so that they meet often. */
const PATTERNS = ["src/**", "src/a/*", "*/a/x.ts", "docs/", "src/b.ts", "**/x.ts"];
const FILES = ["src/a/x.ts", "src/b.ts", "docs/x.ts", "src/c.ts"];

/** In front of the file, as the operation is called. */
export const WRITE = "write ";

/** An agent at work locks something, or asks before it writes. */
export async function lockOrWrite(caller: Caller, call: Call, chance: Chance): Promise<void> {
  const path = `/rooms/${caller.roomId}`;
  if (chance.is(0.4)) {
    const locked = await call(caller, {
      op: "lock",
      path: `${path}/locks`,
      body: { patterns: [chance.pick(PATTERNS)], wait: chance.is(0.5) },
      isKeyed: true,
    });
    if (!locked.ok || chance.is(0.7)) return;
    await call(caller, {
      op: "unlock",
      path: `${path}/locks/${locked.reply.id}/release`,
      body: {},
      isKeyed: true,
    });
    return;
  }
  const file = chance.pick(FILES);
  await call(caller, {
    op: `${WRITE}${file}`,
    path: `${path}/tool-calls`,
    body: {
      callId: `w${chance.between(1, 1e9)}`,
      harness: "faults",
      tool: "Write",
      input: { file_path: file, content: "" },
      files: [{ path: file, real: file }],
    },
    isKeyed: false,
  });
}
