import "./room-workplace.css";

export { BallLine } from "./ball-line.tsx";
export { holderOf, shortOf } from "./ball-words.ts";
export { Chain } from "./chain.tsx";
export { DemoStory } from "./demo-story.tsx";
export { MembersStrip } from "./members-strip.tsx";
export { RoomHead } from "./room-head.tsx";
export { isRoomName, slugOf } from "./room-name.ts";
export { RoomPage } from "./room-page.tsx";
export { useFolded } from "./use-folded.ts";
