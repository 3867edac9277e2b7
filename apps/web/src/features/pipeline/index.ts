export { PipelinesSection } from "./pipelines-section.tsx";
