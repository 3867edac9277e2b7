import { randomBytes } from "node:crypto";
import { connect, type Socket } from "node:net";

/** Bytes at the end of a text frame that are kept; a frame of events ends with its last event's `seq`. */
const END_BYTES = 80;
const TEXT = 1;
const CLOSE = 8;

/**
 * A WebSocket client that looks at the end of each text frame only, so that it can stand for many
 * viewers on the machine of the server under test.
 */
export class WsSocket {
  readonly #socket: Socket;
  #head: Buffer = Buffer.alloc(0);
  /** Bytes of the current frame's payload that are still to come. */
  #left = 0;
  #opcode = 0;
  #end: Buffer = Buffer.alloc(0);
  onText: (end: string) => void = () => {};
  onClosed: (why: string) => void = () => {};

  private constructor(socket: Socket, rest: Buffer) {
    this.#socket = socket;
    socket.on("data", (chunk) => this.#read(chunk));
    socket.on("close", () => this.onClosed("the connection was closed"));
    if (rest.length > 0) setImmediate(() => this.#read(rest));
  }

  static open(port: number, path: string, headers: Record<string, string>): Promise<WsSocket> {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const key = randomBytes(16).toString("base64");
    return new Promise((resolve, reject) => {
      const socket = connect(port, "127.0.0.1");
      socket.setNoDelay(true);
      socket.once("error", reject);
      socket.write(
        `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nconnection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: ${key}\r\n${lines.join("")}\r\n`,
      );
      let answer = Buffer.alloc(0);
      const read = (chunk: Buffer) => {
        answer = Buffer.concat([answer, chunk]);
        const end = answer.indexOf("\r\n\r\n");
        if (end < 0) return;
        socket.off("data", read);
        socket.off("error", reject);
        const head = answer.toString("latin1", 0, end);
        if (!head.startsWith("HTTP/1.1 101")) return reject(new Error(head));
        resolve(new WsSocket(socket, answer.subarray(end + 4)));
      };
      socket.on("data", read);
    });
  }

  /** @param text at most 125 bytes of ASCII */
  send(text: string): void {
    const frame = Buffer.alloc(6 + text.length);
    // Final text frame, masked with zeros.
    frame[0] = 0x80 | TEXT;
    frame[1] = 0x80 | text.length;
    frame.write(text, 6, "latin1");
    this.#socket.write(frame);
  }

  close(): void {
    this.onClosed = () => {};
    this.#socket.destroy();
  }

  #read(chunk: Buffer): void {
    let at = 0;
    while (at < chunk.length) {
      if (this.#left > 0) {
        const taken = Math.min(this.#left, chunk.length - at);
        this.#keepEnd(chunk.subarray(at, at + taken));
        this.#left -= taken;
        at += taken;
        if (this.#left === 0) this.#finish();
        continue;
      }
      const head: Buffer =
        this.#head.length === 0 ? chunk.subarray(at) : Buffer.concat([this.#head, chunk.subarray(at, at + 10)]);
      const size = headSize(head);
      if (size === null) {
        this.#head = Buffer.from(head);
        return;
      }
      at += size - this.#head.length;
      this.#head = Buffer.alloc(0);
      this.#opcode = (head[0] as number) & 0x0f;
      this.#left = payloadSize(head);
      if (this.#left === 0) this.#finish();
    }
  }

  #keepEnd(part: Buffer): void {
    if (part.length >= END_BYTES) this.#end = part.subarray(part.length - END_BYTES);
    else this.#end = Buffer.concat([this.#end, part]).subarray(-END_BYTES);
  }

  #finish(): void {
    if (this.#opcode === TEXT) this.onText(this.#end.toString("latin1"));
    else if (this.#opcode === CLOSE) this.onClosed("the server closed");
    this.#end = Buffer.alloc(0);
  }
}

/** Bytes of a frame's head; `null` when more must come. */
function headSize(bytes: Buffer): number | null {
  if (bytes.length < 2) return null;
  const short = (bytes[1] as number) & 0x7f;
  const size = short === 127 ? 10 : short === 126 ? 4 : 2;
  return bytes.length < size ? null : size;
}

function payloadSize(head: Buffer): number {
  const short = (head[1] as number) & 0x7f;
  if (short === 126) return head.readUInt16BE(2);
  return short === 127 ? Number(head.readBigUInt64BE(2)) : short;
}
