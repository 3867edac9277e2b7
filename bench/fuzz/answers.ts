import { type Agent, request as httpRequest } from "node:http";
import { refusalCodes } from "@squadroom/core/kernel/refusal-code";
import { definitionOf } from "./choice.ts";
import type { FuzzRequest } from "./requests.ts";

const HANG_MS = 15_000;

export interface Answer {
  status: number;
  type: string;
  body: string;
}

export function send(port: number, agent: Agent, wanted: FuzzRequest): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { method, path, headers, body } = wanted;
    const length = body === null ? {} : { "content-length": Buffer.byteLength(body) };
    const request = httpRequest(
      { host: "127.0.0.1", port, method, path, headers: { ...headers, ...length }, agent },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          const type = response.headers["content-type"] ?? "";
          const status = response.statusCode ?? 0;
          resolve({ status, type, body: Buffer.concat(chunks).toString("utf8") });
        });
      },
    );
    request.setTimeout(HANG_MS, () => request.destroy(new Error(`no answer in ${HANG_MS} ms`)));
    // A body that is too large is refused before it was sent whole: the answer counts, not the broken pipe.
    request.on("error", (error: NodeJS.ErrnoException) => {
      if (body !== null && body.length > 1_000_000 && ["EPIPE", "ECONNRESET"].includes(error.code ?? ""))
        resolve({ status: 413, type: "", body: "" });
      // The server ends a connection after some refusals; what was sent on it meanwhile goes again.
      else if (request.reusedSocket) resolve(send(port, agent, wanted));
      else reject(error);
    });
    request.end(body ?? undefined);
  });
}

interface Judgement {
  /** What is wrong with an answer; `null` when nothing is. */
  why: string | null;
  said: unknown;
  /** Of a refusal. */
  code: string;
}

export function judge({ operation }: FuzzRequest, answer: Answer): Judgement {
  const { status, body } = answer;
  const wrong = (why: string) => ({ why, said: null, code: String(status) });
  if (status === 413 && body === "") return { why: null, said: null, code: "413" };
  if (status >= 500) return wrong(`a failure of the server: ${body.slice(0, 300)}`);
  let said: unknown;
  try {
    said = JSON.parse(body);
  } catch {
    return wrong(`no JSON: ${body.slice(0, 200)}`);
  }
  if (status < 300) {
    const parsed = definitionOf(operation)?.reply.safeParse(said);
    if (parsed && !parsed.success) return wrong(`not the reply of the contract: ${parsed.error.message}`);
    return { why: null, said, code: "" };
  }
  const { code = "", message } = said as { code?: string; message?: string };
  if (!(refusalCodes as readonly string[]).includes(code) || !message) return wrong(`no refusal: ${body}`);
  return { why: null, said, code };
}

export function describe({ operation, method, path, body }: FuzzRequest): string {
  const text = body === null ? "" : ` ${String(body).slice(0, 300)}`;
  return `${operation.id}: ${method} ${path.slice(0, 200)}${text}`;
}
