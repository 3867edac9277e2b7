export { type MessageRow, messageColumns, standing } from "./reads.ts";
export { messageRoutes } from "./routes.ts";
