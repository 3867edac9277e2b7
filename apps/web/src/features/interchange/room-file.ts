import { roomFileParts } from "@squadroom/client/room-file";
import { call } from "../../live/api.ts";
import { saveFile } from "../../ui/save-file.ts";

/** Saves a whole room as one file, still packed. */
export async function saveRoom(room: string, name: string): Promise<void> {
  const encoder = new TextEncoder();
  const parts = roomFileParts(call, room);
  const lines = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
  });
  const packed = new Response(lines.pipeThrough(new CompressionStream("gzip")));
  saveFile(`${name}.room.gz`, new Uint8Array(await packed.arrayBuffer()));
}
