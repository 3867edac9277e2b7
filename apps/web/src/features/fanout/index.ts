export { FanoutCard } from "./fanout-card.tsx";
