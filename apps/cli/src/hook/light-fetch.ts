import { request as plain } from "node:http";
import { request as secure } from "node:https";

/**
 * The part of `fetch` that the client uses. Node loads its own only on first use, which takes longer than everything
 * else that a hook does: 130 ms of a processor, against 10.
 */
export const lightFetch = ((input: string, init: RequestInit = {}) =>
  new Promise<Pick<Response, "ok" | "status" | "text" | "json"> & { headers: { get: Get } }>((resolve, reject) => {
    const { method = "GET", body, signal } = init;
    const send = input.startsWith("https:") ? secure : plain;
    const headers = init.headers as Record<string, string> | undefined;
    const options = { method, headers, ...(signal ? { signal } : {}) };
    const asked = send(input, options, (answer) => {
      let text = "";
      answer
        .setEncoding("utf8")
        .on("data", (chunk: string) => {
          text += chunk;
        })
        .on("error", reject)
        .on("end", () => {
          const status = answer.statusCode ?? 0;
          const get: Get = (name) => {
            const value = answer.headers[name.toLowerCase()];
            return value === undefined ? null : String(value);
          };
          resolve({
            ok: status >= 200 && status < 300,
            status,
            headers: { get },
            text: () => Promise.resolve(text),
            json: () => Promise.resolve(JSON.parse(text) as unknown),
          });
        });
    });
    asked.on("error", reject).end(body as string | undefined);
  })) as unknown as typeof fetch;

type Get = (name: string) => string | null;
