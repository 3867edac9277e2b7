export { Conversation } from "./conversation.tsx";
export { EventSentence } from "./event-sentence.tsx";
export type { FeedHandle } from "./feed-view.tsx";
export { useSought } from "./use-sought.ts";
