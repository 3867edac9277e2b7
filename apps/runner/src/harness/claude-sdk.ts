import type { ChildProcess } from "node:child_process";

/** The parts of the Claude Agent SDK that are used here; the package is the user's, and is loaded when a run starts. */
export interface Sdk {
  query(asked: { prompt: AsyncIterable<UserMessage>; options: Options }): Query;
}

export interface Query extends AsyncIterable<Message> {
  initializationResult(): Promise<unknown>;
  interrupt(): Promise<unknown>;
  close(): void;
}

export interface Options {
  cwd: string;
  env: Record<string, string>;
  model?: string;
  sessionId?: string;
  resume?: string;
  includePartialMessages: boolean;
  permissionMode: "default";
  systemPrompt: { type: "preset"; preset: "claude_code"; append?: string };
  mcpServersDelivery?: "argv" | "initialize";
  mcpServers?: Record<string, { type: "http"; url: string; headers: Record<string, string>; alwaysLoad: boolean }>;
  hooks: Record<
    "PreToolUse" | "PreSkillShellCommand",
    {
      hooks: ((input: unknown, toolUseId: string | undefined) => Promise<unknown>)[];
      timeout: number;
      onFailure: "block";
    }[]
  >;
  canUseTool(name: string, input: unknown, options: { toolUseID: string }): Promise<unknown>;
  spawnClaudeCodeProcess(options: {
    command: string;
    args: string[];
    env: Record<string, string | undefined>;
  }): ChildProcess;
}

export interface UserMessage {
  type: "user";
  message: { role: "user"; content: { type: "text"; text: string }[] };
  parent_tool_use_id: null;
  priority?: "now" | "next";
}

export interface Usage {
  input_tokens: number;
  output_tokens: number;
  cache_read_input_tokens?: number | null;
  cache_creation_input_tokens?: number | null;
  cache_creation?: { ephemeral_1h_input_tokens?: number } | null;
}

export interface ModelUsage {
  inputTokens: number;
  outputTokens: number;
  cacheReadInputTokens: number;
  cacheCreationInputTokens: number;
  /** Part of those; older versions don't say. */
  cacheCreationEphemeral1hInputTokens?: number;
  costUSD: number;
  /** `unknown`: the cost is a guess from another model's price. */
  costBasis?: string;
  contextWindow: number;
}

type Part =
  | { type: "text"; text: string }
  | { type: "tool_use"; id: string; name: string; input: unknown }
  | { type: "tool_result"; tool_use_id: string; is_error?: boolean; content?: unknown };

export type Message =
  | {
      type: "stream_event";
      event: { delta?: { type: "text_delta"; text: string } };
      parent_tool_use_id: string | null;
    }
  | {
      type: "assistant";
      message: { content: Part[]; usage?: Usage };
      parent_tool_use_id: string | null;
      /** Stands for an answer that never came. */
      error?: string;
    }
  | { type: "user"; message: { content: string | Part[] } }
  | { type: "system"; subtype: "compact_boundary" }
  | {
      type: "system";
      subtype: "api_retry";
      error: string;
      error_status: number | null;
      retry_delay_ms: number;
    }
  | {
      type: "rate_limit_event";
      rate_limit_info: { status: string; resetsAt?: number; rateLimitType?: string };
    }
  | ({
      type: "result";
      is_error: boolean;
      stop_reason: string | null;
      /** Sums of the whole conversation. */
      modelUsage: Record<string, ModelUsage>;
      model_usage_since_last_result?: Record<string, ModelUsage>;
      usage: Usage;
      /** Lines that still have to be answered. */
      queued_turn_count?: number;
    } & (
      | { subtype: "success"; result: string }
      | { subtype: "error_during_execution" | "error_max_turns"; errors: string[] }
    ));
