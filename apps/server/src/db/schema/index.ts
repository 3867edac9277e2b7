export * from "./decision.ts";
export * from "./people.ts";
export * from "./room.ts";
export * from "./work.ts";
