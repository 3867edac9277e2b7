export { useMe, useMyId, useMyName } from "./me.ts";
export { useProof } from "./proof.tsx";
