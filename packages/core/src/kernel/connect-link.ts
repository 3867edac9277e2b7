/**
 * The line that connects an agent: address and credential in one. The credential stands behind the `#`, which
 * browsers send nobody: no server and no proxy writes it into a log.
 */
export function connectLink(origin: string, token: string): string {
  return `${origin}/connect#${token}`;
}

/** For a terminal in the agent's project: the command comes from the server itself. */
export function connectLine(origin: string, token: string): string {
  return `npx -y ${origin}/squadroom.tgz connect ${connectLink(origin, token)}`;
}

/** What a person says to an agent once it is started. With hooks it has joined by then, and its next task comes by itself. */
export function firstWords(isHooked: boolean): string {
  return isHooked
    ? "You work in Squadroom. Say that you are ready, and end your turn."
    : "Call the squadroom tool show_context, then do what it says.";
}

const LINK = /^(https?:\/\/[^\s/?#@]+(?:\/[^\s?#]*)?)\/connect\/?#(sqr_[\w-]{20,})$/;

/** What stands in such a link; `null`: it is none, or was cut. */
export function readConnectLink(text: string): { url: string; token: string } | null {
  const [, url, token] = LINK.exec(text.trim()) ?? [];
  return url && token && URL.canParse(url) ? { url: url.replace(/\/+$/, ""), token } : null;
}
