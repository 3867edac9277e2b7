import "./words.ts";

export { costSoFar, costText, roughTokens, todayText, usageFacts } from "./cost-words.ts";
export { sumOf, useUsageToday } from "./today.ts";
export { TodayPanel } from "./today-panel.tsx";
