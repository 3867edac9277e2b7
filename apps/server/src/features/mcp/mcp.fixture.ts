import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { Server } from "../../server.fixture.ts";

export const ERAS = ["2025", "2026"] as const;
export type Era = (typeof ERAS)[number];

/** What a tool answered, as its reader sees it. */
export interface Told {
  text: string;
  data: Record<string, unknown>;
  isError: boolean;
  bytes: number;
}

export interface Caller {
  client: Client;
  /** Progress notifications that have come. */
  ticks: () => number;
  call(name: string, args?: Record<string, unknown>, signal?: AbortSignal): Promise<Told>;
  close(): Promise<void>;
}

/** A client of the protocol's own package, of the era that it is told. */
export async function aCaller(
  server: Pick<Server, "baseUrl">,
  token: string,
  { era = "2026", name = "a-client", path = "/mcp" }: { era?: Era; name?: string; path?: string } = {},
): Promise<Caller> {
  const mode = era === "2025" ? "legacy" : { pin: "2026-07-28" };
  const client = new Client({ name, version: "1.0.0" }, { versionNegotiation: { mode } });
  const transport = new StreamableHTTPClientTransport(new URL(server.baseUrl + path), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  });
  await client.connect(transport);
  let ticks = 0;
  return {
    client,
    ticks: () => ticks,
    async call(name, args = {}, signal) {
      const result = await client.callTool(
        { name, arguments: args },
        {
          timeout: 300_000,
          resetTimeoutOnProgress: true,
          onprogress: () => {
            ticks++;
          },
          ...(signal ? { signal } : {}),
        },
      );
      const texts = result.content as { type: string; text: string }[];
      const text = texts.map((one) => one.text).join("\n\n");
      return {
        text,
        data: (result.structuredContent ?? {}) as Record<string, unknown>,
        isError: result.isError === true,
        bytes: Buffer.byteLength(text),
      };
    },
    close: () => client.close(),
  };
}
