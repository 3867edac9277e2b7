export { MCP_PATH, serveMcp } from "./door.ts";
