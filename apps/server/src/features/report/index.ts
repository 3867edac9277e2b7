export { archiveOf, readingOf } from "./archive.ts";
export { waitsIn } from "./queries.ts";
export { reportIn } from "./report.ts";
export { reportRoutes } from "./routes.ts";
