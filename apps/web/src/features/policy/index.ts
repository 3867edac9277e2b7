import "./words.ts";

export { PolicySection } from "./policy-section.tsx";
