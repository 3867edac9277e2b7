import { type Dialect, takenBy, textOf } from "./model.ts";

interface Body {
  tools?: { name: string; input_schema?: unknown }[];
  messages: { role: string; content: unknown }[];
}

interface Part {
  type: string;
}

/** Anthropic's Messages, streamed. */
export const anthropic: Dialect = {
  read({ tools = [], messages }: Body) {
    const parts = messages.flatMap(({ role, content }) =>
      (Array.isArray(content) ? content : [{ type: "text", text: content }]).map((part: Part) => ({
        part,
        role,
      })),
    );
    const texts = (type: string, by = "user") =>
      parts.filter(({ part, role }) => role === by && part.type === type).map(({ part }) => textOf(part));
    return {
      tools: tools.map(({ name, input_schema }) => ({ name, takes: takenBy(input_schema) })),
      prompts: texts("text"),
      notes: texts("text", "system"),
      results: texts("tool_result"),
    };
  },

  write(move, id) {
    const isCall = "call" in move;
    const usage = { input_tokens: 7, cache_read_input_tokens: 3, output_tokens: 2 };
    const block = isCall
      ? { type: "tool_use", id: `toolu_${id}`, name: move.call, input: {} }
      : { type: "text", text: "" };
    const delta = isCall
      ? { type: "input_json_delta", partial_json: JSON.stringify(move.input) }
      : { type: "text_delta", text: move.say };
    const events = [
      {
        type: "message_start",
        message: {
          id: `msg_${id}`,
          type: "message",
          role: "assistant",
          model: "scripted",
          content: [],
          stop_reason: null,
          stop_sequence: null,
          usage,
        },
      },
      { type: "content_block_start", index: 0, content_block: block },
      { type: "content_block_delta", index: 0, delta },
      { type: "content_block_stop", index: 0 },
      {
        type: "message_delta",
        delta: { stop_reason: isCall ? "tool_use" : "end_turn", stop_sequence: null },
        usage: { output_tokens: 2 },
      },
      { type: "message_stop" },
    ];
    return events.map((data) => ({ event: data.type, data }));
  },
};
