/** A file of a folder that carries a session, or a room's records. */
export interface CarriedFile {
  /** Below the folder, with `/` between its parts. */
  path: string;
  bytes: Uint8Array;
}

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** The report with which a session ends in the document. */
export const SUMMARY_FILE = "session-summary.md";

/** What tasks of a pipeline produced, by their role. */
export const ACCUMULATOR_FILE = "accumulator.json";

const encoder = new TextEncoder();

export function textFile(path: string, text: string): CarriedFile {
  return { path, bytes: encoder.encode(text) };
}
