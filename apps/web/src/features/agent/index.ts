import "./words.ts";

export { TeamPanel } from "./team-panel.tsx";
