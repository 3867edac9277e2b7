import { zipSync } from "fflate";
import type { CarriedFile } from "./carried.ts";

/** The same files make the same bytes: nothing about the machine or the hour is in them. */
export function packZip(files: readonly CarriedFile[]): Uint8Array {
  const entries = files.map(({ path, bytes }) => [path, bytes] as const);
  return zipSync(Object.fromEntries(entries), { level: 6, mtime: new Date(1980, 0, 1) });
}
