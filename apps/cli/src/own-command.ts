/** Precedes the command's own name until a text is printed, so that others' words are left unchanged. */
const MARK = "\u0001";

/** A line of this command for the reader: printed so that it runs in any shell of this machine. */
export function own(line: string): string {
  return `${MARK}squadroom ${line}`;
}

export function asTyped(text: string, self: string): string {
  return text.replaceAll(`${MARK}squadroom`, self);
}

/** For texts that are entirely the command's own: advice and help. */
export function adviceAsTyped(text: string, self: string): string {
  return asTyped(text, self).replaceAll("`squadroom ", `\`${self} `);
}

/** Prompts and deliveries say `squadroom`; somebody who has only the file needs to know what that is here. */
export function meaning({ self }: { self: string }): string {
  return self === "squadroom" ? "" : `Below, \`squadroom\` means \`${self}\`.\n\n`;
}
