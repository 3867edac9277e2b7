import { type Dialect, takenBy, textOf } from "./model.ts";

interface Tool {
  type: string;
  name?: string;
  parameters?: unknown;
  tools?: Tool[];
}

interface Body {
  tools?: Tool[];
  input: { type?: string; role?: string; content?: unknown; output?: unknown }[];
}

/** A namespace and a tool in it, as one name. */
const IN = "/";

/** OpenAI's Responses, streamed. */
export const responses: Dialect = {
  read({ tools = [], input }: Body) {
    const texts = (by: string) => input.filter(({ role }) => role === by).map(({ content }) => textOf(content));
    return {
      tools: tools.flatMap((tool) => named(tool)),
      prompts: texts("user"),
      notes: texts("developer"),
      results: input.filter(({ type }) => type?.endsWith("_output")).map(({ output }) => textOf(output)),
    };
  },

  write(move, id) {
    const item =
      "call" in move
        ? { type: "function_call", id: `fc_${id}`, call_id: `call_${id}`, ...called(move) }
        : {
            type: "message",
            id: `msg_${id}`,
            role: "assistant",
            content: [{ type: "output_text", text: move.say, annotations: [] }],
          };
    const usage = {
      input_tokens: 10,
      input_tokens_details: { cached_tokens: 3 },
      output_tokens: 2,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 12,
    };
    const response = { id: `resp_${id}`, object: "response", model: "scripted", output: [item] };
    const events = [
      { type: "response.created", response: { ...response, output: [], status: "in_progress" } },
      { type: "response.output_item.added", output_index: 0, item },
      {
        type: "response.output_item.done",
        output_index: 0,
        item: { ...item, status: "completed" },
      },
      { type: "response.completed", response: { ...response, status: "completed", usage } },
    ];
    return events.map((data) => ({ event: data.type, data }));
  },
};

function named({ name = "", parameters, tools }: Tool): { name: string; takes: string[] }[] {
  if (!tools) return [{ name, takes: takenBy(parameters) }];
  return tools.flatMap(named).map((tool) => ({ ...tool, name: `${name}${IN}${tool.name}` }));
}

function called({ call, input }: { call: string; input: Record<string, unknown> }) {
  const [name, namespace] = call.split(IN).reverse();
  return { name, ...(namespace && { namespace }), arguments: JSON.stringify(input) };
}
