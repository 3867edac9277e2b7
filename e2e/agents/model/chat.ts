import { type Dialect, type Move, takenBy, textOf } from "./model.ts";

interface Body {
  tools?: { function: { name: string; parameters?: unknown } }[];
  messages: { role: string; content: unknown }[];
}

/** OpenAI's chat completions, streamed. */
export const chat: Dialect = {
  read({ tools = [], messages }: Body) {
    const texts = (wanted: string) =>
      messages.filter(({ role }) => role === wanted).map(({ content }) => textOf(content));
    return {
      tools: tools.map(({ function: { name, parameters } }) => ({
        name,
        takes: takenBy(parameters),
      })),
      prompts: texts("user"),
      notes: texts("system"),
      results: texts("tool"),
    };
  },

  write(move, id) {
    const { message, finish_reason, usage } = answer(move, id);
    const chunk = { ...head(id), object: "chat.completion.chunk" };
    const calls = message.tool_calls?.map((call, index) => ({ index, ...call }));
    const delta = calls ? { ...message, tool_calls: calls } : message;
    return [
      { data: { ...chunk, choices: [{ index: 0, delta, finish_reason: null }] } },
      { data: { ...chunk, choices: [{ index: 0, delta: {}, finish_reason }], usage } },
    ];
  },

  whole(move, id) {
    const { message, finish_reason, usage } = answer(move, id);
    return { ...head(id), choices: [{ index: 0, message, finish_reason }], usage };
  },

  last: "data: [DONE]\n\n",
};

function head(id: string) {
  return { id: `chat_${id}`, object: "chat.completion", created: 0, model: "scripted" };
}

function answer(move: Move, id: string) {
  const usage = {
    prompt_tokens: 10,
    prompt_tokens_details: { cached_tokens: 3 },
    completion_tokens: 2,
    total_tokens: 12,
  };
  if ("say" in move) return { message: { role: "assistant", content: move.say }, finish_reason: "stop", usage };
  const call = { name: move.call, arguments: JSON.stringify(move.input) };
  const tool_calls = [{ id: `call_${id}`, type: "function", function: call }];
  return {
    message: { role: "assistant", content: null, tool_calls },
    finish_reason: "tool_calls",
    usage,
  };
}
