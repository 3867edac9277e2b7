import { type Dialect, takenBy, textOf } from "./model.ts";

interface Part {
  text?: string;
  /** Its output, or an error. */
  functionResponse?: { response: object };
}

interface Body {
  tools?: { functionDeclarations?: { name: string; parametersJsonSchema?: unknown }[] }[];
  contents: { role?: string; parts?: Part[] }[];
}

/** Google's Gemini, streamed. */
export const gemini: Dialect = {
  read({ tools = [], contents }: Body) {
    const parts = contents.filter(({ role }) => role === "user").flatMap(({ parts = [] }) => parts);
    return {
      tools: tools
        .flatMap(({ functionDeclarations = [] }) => functionDeclarations)
        .map(({ name, parametersJsonSchema }) => ({ name, takes: takenBy(parametersJsonSchema) })),
      prompts: parts.flatMap(({ text }) => (text === undefined ? [] : [text])),
      notes: [],
      results: parts.flatMap(({ functionResponse }) =>
        functionResponse ? [textOf(Object.values(functionResponse.response))] : [],
      ),
    };
  },

  write(move, id) {
    const part =
      "call" in move ? { functionCall: { id: `call_${id}`, name: move.call, args: move.input } } : { text: move.say };
    const content = { role: "model", parts: [part] };
    const usageMetadata = {
      promptTokenCount: 10,
      cachedContentTokenCount: 3,
      candidatesTokenCount: 2,
      totalTokenCount: 12,
    };
    const candidates = [{ index: 0, content, finishReason: "STOP" }];
    return [{ data: { candidates, usageMetadata, modelVersion: "scripted" } }];
  },

  whole(move, id) {
    return this.write(move, id)[0]?.data;
  },
};
