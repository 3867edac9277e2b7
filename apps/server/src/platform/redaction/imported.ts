import { setImmediate } from "node:timers/promises";
import { redact } from "@squadroom/core/redaction/redact";

/** Everything that secretlint's rules look for has this many characters in a row. */
const RUN = /\S{16}/;

/**
 * A text from an imported file, without what our own rules find and then without what secretlint's maintained rules
 * find. Those take 0.3 ms per text, too expensive for each write, and are loaded when the first file comes. Between
 * texts others get their turn.
 */
export async function redactImported(text: string): Promise<string> {
  const own = redact(text);
  if (!RUN.test(own)) return own;
  await setImmediate();
  const { findSecrets } = await import("./secretlint.ts");
  let result = "";
  let done = 0;
  for (const { kind, from, to } of await findSecrets(own)) {
    // To it, an address whose password has already gone still looks like one with a password.
    if (from < done || own.slice(from, to).includes("[redacted:")) continue;
    result += `${own.slice(done, from)}[redacted:${kind}]`;
    done = to;
  }
  return done === 0 ? own : result + own.slice(done);
}
