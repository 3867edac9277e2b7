import type { Client } from "@squadroom/client/http";
import type { Gateway } from "./gateway.ts";
import type { Harness } from "./harness/harness.ts";
import type { Merger } from "./merger.ts";
import type { Workplace } from "./workplace.ts";

/** What a run needs of its runner. */
export interface Surroundings {
  room: string;
  /** The runner's own client. */
  client: Client;
  clientFor(token: string): Client;
  gateway: Gateway;
  workplace: Workplace;
  merger: Merger;
  harness(name: string): Harness | null;
  /** A run of this role ends after its answer. */
  isEphemeral(role: string): boolean;
  /** A mark in the environment by which what it starts is found, and its process once it exists. */
  expect(key: string): {
    env: Record<string, string>;
    record(pid: number): void;
    end(): Promise<unknown>;
  };
  /** A run has ended a turn. */
  onIdle(): void;
  idleMs: number;
  turnMs: number;
  /** Longest time for a harness to come up. */
  startMs: number;
}
