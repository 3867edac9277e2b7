export { forgetUnsent, keepFiles, keepWork, readFile, storeFile } from "./files.ts";
export { attachmentRoutes } from "./routes.ts";
