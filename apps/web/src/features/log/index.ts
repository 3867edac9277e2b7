import "./words.ts";

export { Conversation } from "./conversation.tsx";
export type { FeedHandle } from "./feed-view.tsx";
