import { HttpSocket, headOf } from "../harness/http-socket.ts";
import { serveLoad } from "../harness/load.ts";

/** `readers` clients that each export the room over and over, until the process is ended. */
export interface ExportingCommand {
  port: number;
  authorization: string;
  roomId: string;
  readers: number;
}

serveLoad<ExportingCommand, null>(async ({ readers, ...target }) => {
  await Promise.all(Array.from({ length: readers }, () => read(target)));
  return null;
});

/** Reads on and on; resolves once the first part has come. */
async function read({ port, authorization, roomId }: Omit<ExportingCommand, "readers">) {
  const socket = await HttpSocket.open(port);
  const next = async (part: string | null): Promise<string | null> => {
    const query = part === null ? "" : `?part=${encodeURIComponent(part)}`;
    const head = headOf("GET", `/api/v1/rooms/${roomId}/export${query}`, { authorization });
    const { status, body } = await socket.request(head, "");
    if (status !== 200) throw new Error(`an export was answered ${status}: ${String(body)}`);
    return (JSON.parse(String(body)) as { nextPart: string | null }).nextPart;
  };
  const first = await next(null);
  void (async () => {
    for (let part = first; ; ) part = await next(part);
  })();
}
