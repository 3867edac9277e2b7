import { useParams } from "@tanstack/react-router";
import { useRooms } from "../live/rooms.ts";
import type { PaletteCommand } from "./commands.ts";
import { usePageCommands } from "./page-commands.ts";
import { usePlaceCommands } from "./place-commands.ts";
import { useRoomCommands } from "./room-commands.ts";
import { useYourCommands } from "./your-commands.ts";

/** All lines of the palette, for the current place. */
export function useCommands(onKeys: () => void): {
  commands: PaletteCommand[];
  room: string | null;
} {
  const room = (useParams({ strict: false }) as { room?: string }).room ?? null;
  const cards = useRooms().data ?? [];
  const inRoom = useRoomCommands(room);
  const commands = [
    ...useYourCommands(cards),
    ...inRoom.filter(({ group }) => group === "do"),
    ...usePageCommands(room, onKeys),
    ...usePlaceCommands(
      room,
      cards,
      inRoom.filter(({ group }) => group === "go"),
    ),
  ];
  return { commands, room };
}
