/** The line that connects an agent: address and single-use code in one. */
export function connectLink(origin: string, code: string): string {
  return `${origin}/c/${code}`;
}

/** For a terminal in the agent's project: the command comes from the server itself. */
export function connectLine(origin: string, code: string): string {
  return `npx -y ${origin}/squadroom.tgz connect ${connectLink(origin, code)}`;
}

/**
 * Address and credential in one, for scripts that have the credential. It is after the `#`, which browsers never send:
 * no server and no proxy writes it into a log.
 */
export function credentialLink(origin: string, token: string): string {
  return `${origin}/connect#${token}`;
}

/**
 * A person's first words to an agent that has been started. With hooks it has joined by then, and its next task comes
 * by itself.
 */
export function firstWords(isHooked: boolean): string {
  return isHooked
    ? "You work in Squadroom. Say that you are ready, and end your turn."
    : "Call the squadroom tool show_context, then do what it says.";
}

const ADDRESS = String.raw`(https?:\/\/[^\s/?#@]+(?:\/[^\s?#]*)?)`;
const BY_CODE = new RegExp(String.raw`^${ADDRESS}\/c\/([0-9a-z]{26})\/?$`, "i");
const BY_TOKEN = new RegExp(String.raw`^${ADDRESS}\/connect\/?#(sqr_[\w-]{20,})$`);

/** The contents of such a link; `null`: it is not one, or was cut. */
export function readConnectLink(text: string): { url: string; code: string } | { url: string; token: string } | null {
  const link = text.trim();
  const [, byCode, code] = BY_CODE.exec(link) ?? [];
  const [, byToken, token] = BY_TOKEN.exec(link) ?? [];
  const at = byCode ?? byToken;
  if (at === undefined || !URL.canParse(at)) return null;
  const url = at.replace(/\/+$/, "");
  if (code) return { url, code: code.toLowerCase() };
  return token ? { url, token } : null;
}
