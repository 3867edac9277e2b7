import "./words.ts";

export { costSoFar, costText, roughTokens, usageFacts } from "./cost-words.ts";
