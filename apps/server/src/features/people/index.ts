export { setRole } from "./membership.ts";
export { peopleRoutes } from "./routes.ts";
export { createReproof } from "./sign-in.ts";
