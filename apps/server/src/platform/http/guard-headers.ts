import type { IncomingMessage, ServerResponse } from "node:http";
import { VERSION, VERSION_HEADER } from "@squadroom/core/kernel/version";
import helmet from "helmet";

type Headers = Record<string, string>;

/**
 * The headers that tell browsers what they may do with what this server sends: pages, and answers of the API, which are
 * data and never a page. Always the same, so they are made once, and data carries no more of them than necessary: each
 * header of each request is checked, written and sent.
 */
export function guardHeaders({ isHttps }: { isHttps: boolean }): {
  pages: Headers;
  answers: Headers;
} {
  const pages = pageHeaders(isHttps);
  const kept = ANSWERS_KEEP.flatMap((name) => {
    const value = pages[name];
    return value === undefined ? [] : [[name, value]];
  });
  return { pages, answers: { ...Object.fromEntries(kept), ...OF_ANSWERS } };
}

const ANSWERS_KEEP = [
  "cross-origin-resource-policy",
  "referrer-policy",
  "strict-transport-security",
  "x-content-type-options",
];

/** If data is shown as a page after all, it may load nothing and be in no frame. */
const OF_ANSWERS: Headers = {
  "content-security-policy": "default-src 'none';frame-ancestors 'none'",
  "cache-control": "no-store",
  [VERSION_HEADER]: VERSION,
};

function pageHeaders(isHttps: boolean): Headers {
  const headers: Headers = {};
  const collect = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value;
    },
    removeHeader: () => undefined,
  };
  const apply = helmet({
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", "data:"],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        upgradeInsecureRequests: null,
      },
    },
    referrerPolicy: { policy: "no-referrer" },
    strictTransportSecurity: isHttps,
  });
  // Helmet touches nothing else of a request and its response.
  apply({} as IncomingMessage, collect as unknown as ServerResponse, (error?: unknown) => {
    if (error) throw error;
  });
  return headers;
}
