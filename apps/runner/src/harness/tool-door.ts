import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { shellWord } from "@squadroom/core/kernel/shell-word";

/** Where a harness asks before a tool: by running a command, as its hooks do, or with a module that it loads. */
export interface ToolDoor {
  /** Reads the question on its standard input and prints the answer. If it fails, the tool doesn't run. */
  command: string;
  /** The file of the given module, which asks with `ask(question)`. If it fails, the tool doesn't run. */
  module: string;
  close(): Promise<void>;
}

export type OpenDoor = (answer: (asked: unknown) => Promise<unknown>, module?: string) => Promise<ToolDoor>;

/** Exit code 2 keeps a tool from running, in every harness with hooks. */
const ASK = `const s=require("net").connect(process.argv[1]);let a="";
const no=()=>{console.error("Squadroom could not be asked.");process.exit(2)};
process.stdin.pipe(s);s.on("error",no).on("data",d=>a+=d).on("end",()=>a?process.stdout.write(a):no())`;

/** Largest question. */
const ASKED_MAX = 32_000_000;

/** Ends a question for clients that can't close one direction of a socket, such as Bun; no JSON contains it. */
const END = "\0";

/** Comes before a module, for any runtime that has Node's sockets. */
const asking = (path: string) => `import { connect } from "node:net";

const ask = (asked) => new Promise((resolve, reject) => {
  const no = () => reject(new Error("Squadroom could not be asked."));
  const socket = connect(${JSON.stringify(path)}, () => socket.write(JSON.stringify(asked) + "\\0"));
  let answer = "";
  socket.setEncoding("utf8").on("error", no).on("data", (piece) => (answer += piece));
  socket.on("end", () => (answer ? resolve(JSON.parse(answer)) : no())).on("close", no);
});

`;

/** A socket that only this user can reach. */
export const openToolDoor: OpenDoor = async (answer, module = "") => {
  const folder = await mkdtemp(join(tmpdir(), "squadroom-door-"));
  const path =
    process.platform === "win32" ? `\\\\.\\pipe\\squadroom-${folder.slice(-6)}-${process.pid}` : join(folder, "s");
  const open = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    open.add(socket);
    socket.on("close", () => open.delete(socket)).on("error", () => socket.destroy());
    let asked = "";
    socket.setEncoding("utf8");
    const say = () => {
      const said = async () => answer(JSON.parse(asked));
      said().then(
        (one) => socket.end(JSON.stringify(one)),
        () => socket.destroy(),
      );
    };
    // Not by iterating: that would close the socket before the answer.
    socket.on("data", (chunk: string) => {
      asked += chunk;
      if (asked.length > ASKED_MAX) return void socket.destroy();
      if (!asked.endsWith(END)) return;
      asked = asked.slice(0, -END.length);
      socket.off("end", say);
      say();
    });
    socket.on("end", say);
  });
  await new Promise<void>((resolve, reject) => {
    server.on("error", reject).listen(path, resolve);
  });
  const file = join(folder, "ask.mjs");
  if (module) await writeFile(file, asking(path) + module);
  return {
    module: file,
    command: [process.execPath, "-e", ASK, path].map(shellWord).join(" "),
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true, force: true });
    },
  };
};
