export { GraphBox } from "./graph-box.tsx";
export { graphOf, NODE, type NodeSize } from "./layout.ts";
