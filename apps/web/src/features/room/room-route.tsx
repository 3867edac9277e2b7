import { getRouteApi } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { addWords } from "../../words/words.ts";
import { agentEn } from "../agent/en.ts";
import { logEn } from "../log/en.ts";
import { messageEn } from "../message/en.ts";
import { taskEn } from "../task/en.ts";
import { RoomScreen } from "./room-screen.tsx";

addWords("agent", agentEn);
addWords("log", logEn);
addWords("message", messageEn);
addWords("task", taskEn);

const route = getRouteApi("/shell/rooms/$room");

export function RoomRoute(): ReactNode {
  const { room } = route.useParams();
  return <RoomScreen key={room} room={room} />;
}
