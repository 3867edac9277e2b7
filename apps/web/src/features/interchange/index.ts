import { pieceOf } from "../../ui/piece.tsx";

export { ExportSection } from "./export-section.tsx";
export { ExportSession } from "./export-session.tsx";
export { RoomImport } from "./room-import.tsx";
export { type Imported, useImported } from "./use-imported.ts";
export const ImportedContext = pieceOf(() =>
  import("./imported-record.tsx").then(({ ImportedContext }) => ImportedContext),
);
export const ImportedRecord = pieceOf(() =>
  import("./imported-record.tsx").then(({ ImportedRecord }) => ImportedRecord),
);
