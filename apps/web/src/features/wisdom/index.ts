export { AddDialog } from "./add-dialog.tsx";
export { EntrySheet } from "./entry-sheet.tsx";
export { openEntry, useOpenEntry } from "./open-entry.ts";
export { usePromote } from "./send.ts";
