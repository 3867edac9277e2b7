import "./words.ts";

export { AttachButton } from "./attach-button.tsx";
export { Attached } from "./attached.tsx";
export { base64Of, bytesOf, decoded } from "./content.ts";
export { type DraftFile, FILES_MAX, isStoring, storeAll, storedFiles } from "./draft-files.ts";
export { FileChips } from "./file-chips.tsx";
