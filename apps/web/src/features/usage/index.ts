import "./words.ts";

export { costSoFar, costText, usageFacts } from "./cost-words.ts";
