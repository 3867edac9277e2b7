import { pieceOf } from "../../ui/piece.tsx";

export { Composer } from "./composer.tsx";
export { setDraft, startReply, useCanWrite, useDraft } from "./draft.ts";
export { type Outgoing, settle, takeBack, useOutbox, type Words } from "./outbox.ts";
export { OutgoingRows } from "./outgoing-rows.tsx";
export { saidBy, unshown } from "./own-words.ts";
export { QueueList } from "./queue-list.tsx";
export { sendMessage } from "./send.ts";

/** Loaded with the first message from one agent to another. */
export const AgentMessage = pieceOf(() => import("./agent-message.tsx").then(({ AgentMessage }) => AgentMessage));
/** Loaded with the first waiting one. */
export const OpenMessages = pieceOf(() => import("./open-messages.tsx").then(({ OpenMessages }) => OpenMessages));
