export { PolicySection } from "./policy-section.tsx";
