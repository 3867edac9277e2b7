import { timingSafeEqual } from "node:crypto";
import { type Asked, isOnThisMachine } from "../http/this-machine.ts";

/** Anybody with the token, or on this machine itself, neither through a proxy nor under another name. */
export function mayScrape(asked: Asked, token: string | null): boolean {
  const shown = /^Bearer (\S+)$/i.exec(asked.headers.authorization ?? "")?.[1];
  if (token !== null && shown !== undefined) return isSame(shown, token);
  return isOnThisMachine(asked);
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
