export { forgetUnsent, keepDiff, keepFiles } from "./files.ts";
export { attachmentRoutes } from "./routes.ts";
