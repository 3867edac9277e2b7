import "./words.ts";

export { FanoutCard } from "./fanout-card.tsx";
