import "./words.ts";

export { RunnersSection } from "./runners-section.tsx";
