import { inOrder } from "@squadroom/core/pipeline/graph";
import type { PipelineStep } from "@squadroom/core/pipeline/pipeline";

/** Steps between two checkpoints, and the checkpoint before them. */
export interface PipelinePart {
  checkpoint: PipelineStep | null;
  steps: PipelineStep[];
}

/** A pipeline in the order in which people answer its checkpoints. */
export function partsOf(steps: readonly PipelineStep[]): PipelinePart[] {
  const parts: PipelinePart[] = [{ checkpoint: null, steps: [] }];
  const ordered = inOrder(steps);
  const partOf = new Map<string, number>();
  for (const checkpoint of ordered.filter(({ isCheckpoint }) => isCheckpoint)) parts.push({ checkpoint, steps: [] });
  for (const step of ordered) {
    const own = step.isCheckpoint ? parts.findIndex((part) => part.checkpoint === step) : 0;
    const at = Math.max(own, ...step.requires.map((id) => partOf.get(id) ?? 0));
    partOf.set(step.id, at);
    if (!step.isCheckpoint) parts[at]?.steps.push(step);
  }
  return parts.filter(({ checkpoint, steps: own }) => checkpoint !== null || own.length > 0);
}
