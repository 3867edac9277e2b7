export * from "./people.ts";
export * from "./room.ts";
export * from "./work.ts";
