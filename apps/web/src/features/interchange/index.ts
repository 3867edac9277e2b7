import "./words.ts";
import { lazy } from "react";

export { ExportSection } from "./export-section.tsx";
export { ExportSession } from "./export-session.tsx";
export { RoomImport } from "./room-import.tsx";
export { type Imported, useImported } from "./use-imported.ts";
export const ImportedContext = lazy(() =>
  import("./imported-record.tsx").then(({ ImportedContext }) => ({ default: ImportedContext })),
);
export const ImportedRecord = lazy(() =>
  import("./imported-record.tsx").then(({ ImportedRecord }) => ({ default: ImportedRecord })),
);
