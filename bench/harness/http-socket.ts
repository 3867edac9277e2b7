import { connect, type Socket } from "node:net";

export interface HttpAnswer {
  status: number;
  /** Status line and headers. */
  head: string;
  /** UTF-8 bytes, valid until the callback returns. */
  body: Buffer;
}

/**
 * One HTTP/1.1 keep-alive connection with one request at a time. Much cheaper than a client that can do
 * more, so that the load generator takes as little as possible of the machine that it shares.
 */
export class HttpSocket {
  readonly #socket: Socket;
  #rest: Buffer | null = null;
  #done: ((answer: HttpAnswer) => void) | null = null;
  #failed: ((error: Error) => void) | null = null;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on("data", (chunk) => this.#read(chunk));
    socket.on("close", () => this.#fail(new Error("the server closed the connection")));
    socket.on("error", (error) => this.#fail(error));
  }

  static open(port: number): Promise<HttpSocket> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, "127.0.0.1");
      socket.once("error", reject);
      socket.once("connect", () => {
        socket.off("error", reject);
        resolve(new HttpSocket(socket));
      });
    });
  }

  /** @param head request line and headers but for the length, each ended by CRLF; @param body ASCII */
  send(head: string, body: string, done: (answer: HttpAnswer) => void, failed: (error: Error) => void): void {
    // Nothing would ever answer, or fail, what is written to a connection that has ended.
    if (this.#socket.destroyed || this.#socket.readableEnded)
      return failed(new Error("the server has closed the connection"));
    this.#done = done;
    this.#failed = failed;
    this.#socket.write(`${head}content-length: ${body.length}\r\n\r\n${body}`, "latin1");
  }

  request(head: string, body: string): Promise<HttpAnswer> {
    return new Promise((resolve, reject) => {
      this.send(head, body, ({ body: bytes, ...answer }) => resolve({ ...answer, body: Buffer.from(bytes) }), reject);
    });
  }

  close(): void {
    this.#failed = null;
    this.#socket.destroy();
  }

  #read(chunk: Buffer): void {
    const bytes = this.#rest === null ? chunk : Buffer.concat([this.#rest, chunk]);
    this.#rest = bytes;
    const headEnd = bytes.indexOf("\r\n\r\n");
    if (headEnd < 0) return;
    const head = bytes.toString("latin1", 0, headEnd);
    const at = head.indexOf("content-length: ");
    if (at < 0) return this.#fail(new Error(`an answer without a length: ${head}`));
    const end = headEnd + 4 + Number.parseInt(head.slice(at + 16, at + 26), 10);
    if (bytes.length < end) return;
    this.#rest = null;
    const done = this.#done;
    this.#done = null;
    done?.({ status: Number(head.slice(9, 12)), head, body: bytes.subarray(headEnd + 4, end) });
  }

  #fail(error: Error): void {
    const failed = this.#failed;
    this.#failed = null;
    this.#done = null;
    failed?.(error);
  }
}

/** Head of a JSON request without its length. */
export function headOf(method: string, path: string, headers: Record<string, string | number>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n${lines.join("")}`;
}
