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

const LINK = /^(https?:\/\/[^\s/?#@]+(?:\/[^\s?#]*)?)\/connect\/?#(sqr_[\w-]{20,})$/;

/** What stands in such a link; `null`: it is none, or was cut. */
export function readConnectLink(text: string): { url: string; token: string } | null {
  const [, url, token] = LINK.exec(text.trim()) ?? [];
  return url && token && URL.canParse(url) ? { url: url.replace(/\/+$/, ""), token } : null;
}
