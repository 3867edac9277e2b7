import { createHmac, timingSafeEqual } from "node:crypto";

/** How long a signature is valid, so that one seen somewhere is soon worthless, ms. */
const VALID_MS = 60_000;

/** What the process that a call arrived at tells the one that runs it. */
export interface Forwarded {
  requestId: string;
  /** The caller's, proxies accounted for. */
  ip: string;
  protocol: string;
  host: string;
}

interface Target {
  method: string | undefined;
  url: string | undefined;
}

export interface Signer {
  sign(target: Target, forwarded: Forwarded): string;
  /** `null`: not made by a process of this server, or for another request, or too long ago. */
  verify(target: Target, header: string): Forwarded | null;
}

/** Signs with the secret that a server's processes share: nobody else forwards. */
export function createSigner(secret: Uint8Array, now: () => number): Signer {
  const mac = ({ method, url }: Target, claim: string) =>
    createHmac("sha256", secret).update(`${method} ${url}\n${claim}`).digest();

  return {
    sign(target, { requestId, ip, protocol, host }) {
      const claim = Buffer.from(JSON.stringify([now(), requestId, ip, protocol, host])).toString("base64url");
      return `${claim}.${mac(target, claim).toString("base64url")}`;
    },
    verify(target, header) {
      const [claim = "", signature = ""] = header.split(".");
      const given = Buffer.from(signature, "base64url");
      const expected = mac(target, claim);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
      const [at, requestId, ip, protocol, host] = JSON.parse(Buffer.from(claim, "base64url").toString()) as [
        number,
        string,
        string,
        string,
        string,
      ];
      if (Math.abs(now() - at) > VALID_MS) return null;
      return { requestId, ip, protocol, host };
    },
  };
}
