import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { shellWord } from "@squadroom/core/kernel/shell-word";
import { CliError, EXIT } from "../failure.ts";
import { writeWhole } from "./record.ts";

const EXECUTABLE = 0o755;

/** Where the server has what harnesses start. */
const FILES = { "/cli.mjs": "squadroom.mjs", "/hook.mjs": "hook.mjs" } as const;

/**
 * The server's own command and hook, kept where harnesses find them: whatever brought this command here may be gone
 * tomorrow, and these are of the server's release.
 */
export async function fetchPrograms(url: string, folder: string, send: typeof fetch) {
  for (const [address, name] of Object.entries(FILES)) {
    const answer = await send(`${url}${address}`);
    const text = answer.ok ? await answer.text() : "";
    if (!text.startsWith("#!"))
      throw new CliError(
        "no_program",
        `${url}${address} is not what it should be (${answer.status}).`,
        "Ask the person who runs the server to build it: `npm run build`, then start it again.",
        EXIT.notFound,
      );
    await writeWhole(join(folder, name), text);
    await chmod(join(folder, name), EXECUTABLE);
  }
}

/** As a line for a shell: hooks and permission rules are written so. */
export function asLine(words: readonly string[], platform: string = process.platform): string {
  const word = (text: string) => (platform === "win32" ? (/[\s&()]/.test(text) ? `"${text}"` : text) : shellWord(text));
  return words.map(word).join(" ");
}
