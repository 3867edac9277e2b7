import type { Command } from "@squadroom/core/kernel/command";
import type { RoomId } from "@squadroom/core/kernel/ids";
import { outcomeOf, roomProcess } from "./room-process.fixture.ts";

/** What a process does at once, each in its room, at a time of the day that both processes are told. */
export interface Orders {
  nowMs: number;
  all: { roomId: RoomId; command: Command; key?: { credentialId: string; key: string } }[];
}

/** A process that carries out what it is sent, and says what each command came to. */
const [, , url = ""] = process.argv;
const { rooms, clock } = await roomProcess(url);
process.on("message", ({ nowMs, all }: Orders) => {
  clock.now = () => nowMs;
  const done = all.map(({ roomId, command, key }) =>
    outcomeOf(rooms.execute(roomId, command, key ? { key: { ...key, requestHash: "the request" } } : {})),
  );
  void Promise.all(done).then((outcomes) => process.send?.(outcomes));
});
process.send?.("ready");
