import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";
import type { MailServer } from "../../config.ts";

export interface Letterbox {
  to: string[];
  headers: Map<string, string>;
  /** As it came. */
  raw: string;
  /** The plain part, as people read it. */
  text: string;
  html: string;
}

type Answer = (letter: Letterbox) => { code: number; words: string } | "nothing" | null;

/** A mail server on this machine; what it answers to each mail is the test's to say. */
export async function aPostOffice() {
  const received: Letterbox[] = [];
  let answer: Answer = () => null;
  let silent: (() => void)[] = [];
  let refusedTo: { code: number; words: string } | null = null;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo: (_, __, done) => done(refusedTo && errorOf(refusedTo)),
    onData(stream, { envelope }, done) {
      void text(stream).then((raw) => {
        const letter = read(
          raw,
          envelope.rcptTo.map(({ address }) => address),
        );
        const said = answer(letter);
        if (said === null || said === "nothing") received.push(letter);
        if (said === "nothing") silent.push(done);
        else done(said && errorOf(said));
      });
    },
  });
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    received,
    port,
    /** A code refuses the mail; "nothing" takes it and stays silent. */
    answers: (next: Answer) => {
      answer = next;
    },
    /** Says at last that it took what it was silent about. */
    speaks: () => {
      for (const done of silent) done();
      silent = [];
    },
    refuses: (next: typeof refusedTo) => {
      refusedTo = next;
    },
    settings: (more: Partial<MailServer> = {}): MailServer => ({
      host: "127.0.0.1",
      port,
      isTls: false,
      isLocal: true,
      user: "",
      password: "",
      from: "Squadroom <squad@example.com>",
      publicUrl: "https://squad.example",
      holdMs: 60_000,
      ...more,
    }),
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
}

export type PostOffice = Awaited<ReturnType<typeof aPostOffice>>;

function errorOf({ code, words }: { code: number; words: string }): Error {
  return Object.assign(new Error(words), { responseCode: code });
}

function read(raw: string, to: string[]): Letterbox {
  const [head = "", ...rest] = raw.split("\r\n\r\n");
  const headers = headersOf(head);
  const boundary = /boundary="([^"]+)"/.exec(headers.get("content-type") ?? "")?.[1] ?? "";
  const parts = rest.join("\r\n\r\n").split(`--${boundary}`);
  const part = (type: string) => {
    const found = parts.find((one) => one.includes(`Content-Type: ${type}`)) ?? "";
    const [own = "", ...body] = found.trimStart().split("\r\n\r\n");
    const coding = headersOf(own).get("content-transfer-encoding") ?? "7bit";
    return decoded(body.join("\r\n\r\n"), coding).replaceAll("\r\n", "\n");
  };
  return { to, headers, raw, text: part("text/plain"), html: part("text/html") };
}

function headersOf(head: string): Map<string, string> {
  const lines = head.replace(/\r\n[ \t]+/g, " ").split("\r\n");
  return new Map(
    lines.map((line) => {
      const at = line.indexOf(":");
      return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
    }),
  );
}

function decoded(body: string, coding: string): string {
  if (coding === "base64") return Buffer.from(body, "base64").toString("utf8");
  if (coding !== "quoted-printable") return body;
  const bytes = body
    .replace(/=\r\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}
