import "./words.ts";

export { PipelinesSection } from "./pipelines-section.tsx";
