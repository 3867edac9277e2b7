import type { Branch } from "@squadroom/core/branch/branch";
import { type BranchState, branchState } from "@squadroom/core/branch/state";
import type { RoomView } from "@squadroom/core/kernel/view";
import type { ReactNode } from "react";
import { Tag, type TagTone } from "../../ui/tag.tsx";

const STATE = {
  open: "In progress",
  merging: "Merging",
  mending: "Conflict, an agent mends it",
  stuck: "Merge failed",
  merged: "Merged",
  left_out: "Left out",
  ready: "Ready to take",
  unfinished: "Not finished",
  taken: "Taken",
  pushed: "Pushed",
};

const TONE: Record<BranchState, TagTone> = {
  open: "work",
  merging: "work",
  mending: "warn",
  stuck: "wait",
  merged: "ok",
  left_out: "plain",
  ready: "wait",
  unfinished: "warn",
  taken: "ok",
  pushed: "ok",
};

/** The state of a branch, in a word. */
export function StateTag({ view, branch }: { view: RoomView; branch: Branch }): ReactNode {
  const state = branchState(view, branch);
  return <Tag tone={TONE[state]}>{STATE[state]}</Tag>;
}
