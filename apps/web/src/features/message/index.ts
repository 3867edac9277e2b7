import "./words.ts";

export { Composer } from "./composer.tsx";
export { setDraft, startReply, useCanWrite } from "./draft.ts";
export { type Outgoing, settle, takeBack, useOutbox, type Words } from "./outbox.ts";
export { OutgoingRows } from "./outgoing-rows.tsx";
export { saidBy, unshown } from "./own-words.ts";
export { QueueList } from "./queue-list.tsx";
export { sendMessage } from "./send.ts";
