import { pieceOf } from "../../ui/piece.tsx";

export const FileContent = pieceOf(() => import("./preview.tsx").then(({ FileContent }) => FileContent));
export { AttachButton } from "./attach-button.tsx";
export { Attached } from "./attached.tsx";
export { base64Of, bytesOf, decoded } from "./content.ts";
export { type DraftFile, FILES_MAX, isStoring, storeAll, storedFiles } from "./draft-files.ts";
export { FileChips } from "./file-chips.tsx";
