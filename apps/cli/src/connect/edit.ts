import { isDeepStrictEqual } from "node:util";
import { unreachable } from "@squadroom/core/kernel/unreachable";
import { CliError } from "../failure.ts";
import { putBlock, takeOutBlock } from "./block.ts";
import { type JsonEntry, putIntoJson, takeOutOfJson } from "./json.ts";

/** What is put into one file. All of it can be taken out again, even after others have written there. */
export type Change =
  | { kind: "json"; file: string; entries: JsonEntry[] }
  /** Tables at the end, between two comments. */
  | { kind: "toml"; file: string; lines: string[] }
  /** Lines at the end, between two comments. */
  | { kind: "lines"; file: string; lines: string[] }
  /** A file of its own. */
  | { kind: "whole"; file: string; text: string };

/**
 * @param text `null`: there is no such file
 *
 * @throws a `CliError` if the file cannot be parsed as its type, or cannot take the change
 */
export function put(text: string | null, change: Change): string {
  switch (change.kind) {
    case "json":
      return putIntoJson(text ?? "", change.entries, change.file);
    case "toml":
    case "lines":
      return putBlock(text ?? "", change.lines, change);
    case "whole":
      if (text !== null && text !== change.text)
        throw new CliError(
          "file_taken",
          `${change.file} is there already and is not Squadroom's.`,
          "Move it away and run this again; nothing was written.",
        );
      return change.text;
    default:
      return unreachable(change);
  }
}

/** `null`: nothing is left, and the file is removed. */
export function takeOut(text: string, change: Change): string | null {
  switch (change.kind) {
    case "json": {
      const left = takeOutOfJson(text, change.entries);
      return left.trim() === "" || left.trim() === "{}" ? null : left;
    }
    case "toml":
    case "lines": {
      const left = takeOutBlock(text);
      return left.trim() === "" ? null : left;
    }
    case "whole":
      return text === change.text ? null : text;
    default:
      return unreachable(change);
  }
}

export function isSame(a: Change, b: Change): boolean {
  return isDeepStrictEqual(a, b);
}
