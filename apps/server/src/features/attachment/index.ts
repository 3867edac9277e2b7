export { forgetUnsent, keepDiff, keepFiles, readFile, storeFile } from "./files.ts";
export { attachmentRoutes } from "./routes.ts";
