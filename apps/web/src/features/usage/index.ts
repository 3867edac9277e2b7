export { costSoFar, costText, roughTokens, todayText, usageFacts } from "./cost-words.ts";
export { useUsageByRoom } from "./today.ts";
export { TodayEverywhere } from "./today-everywhere.tsx";
export { TodayPanel } from "./today-panel.tsx";
