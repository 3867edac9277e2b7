export { GraphBox } from "./graph-box.tsx";
export { type GraphNode, graphOf, NODE, type NodeSize } from "./layout.ts";
