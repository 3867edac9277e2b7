import type { RoleName } from "../kernel/ids.ts";

/** Work of this kind goes to this role. */
export interface FolderRule {
  id: string;
  /** Words, phrases or paths, separated by commas. */
  pattern: string;
  target: RoleName;
  examples?: string[];
  source?: { file: string; line: number };
}
