import { hostile, writeHostile } from "@squadroom/core/reply/hostile.fixture";
import { parseReply, REPLY_MAX } from "@squadroom/core/reply/parse";
import type { ReplyType } from "@squadroom/core/reply/shapes";
import { benchmark } from "./harness/benchmark.ts";
import { median } from "./harness/figure.ts";

const ROUNDS = 7;

interface Case {
  name: string;
  wanted: ReplyType;
  text: string;
}

/**
 * A megabyte of an agent's reply, against `JSON.parse` of the same text where that is JSON, and of an honest
 * megabyte where it is none; in one process, in turns. The worst of the hostile corpus has its own line.
 */
await benchmark("reply", async (bench) => {
  const honest: Case = {
    name: "an honest design",
    wanted: "design",
    text: asReceived(honestReply()),
  };
  const fenced = `Here it is:\n\n\`\`\`json\n${honest.text.slice(0, -40)}\n\`\`\`\n`;
  const cases: Case[] = [
    honest,
    { name: "one that is cut off", wanted: "design", text: asReceived(fenced) },
    ...hostile.map((one) => ({
      name: one.name,
      wanted: one.wanted,
      text: asReceived(writeHostile(one, REPLY_MAX)),
    })),
  ];
  for (const one of cases) parseReply(one.text, one.wanted);
  const times = new Map<string, number[]>();
  const references = new Map<string, number[]>();
  const comparable = new Map(cases.map(({ name, text }) => [name, jsonLike(text, honest.text)]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const { name, text, wanted } of round % 2 === 0 ? cases : cases.toReversed()) {
      const json = comparable.get(name) ?? honest.text;
      references.set(name, [...(references.get(name) ?? []), timed(() => JSON.parse(json))]);
      times.set(name, [...(times.get(name) ?? []), timed(() => parseReply(text, wanted))]);
    }
  }
  const worst = cases
    .slice(2)
    .map(({ name }) => ({ name, ms: median(times.get(name) ?? []) }))
    .sort((a, b) => b.ms - a.ms);
  for (const { name, ms } of worst.slice(0, 12)) bench.say(`${ms.toFixed(1).padStart(7)} ms  ${name}`);
  const figure = (name: string, of: string) => ({
    name,
    unit: "ms",
    ours: times.get(of) ?? [],
    reference: references.get(of) ?? [],
  });
  return [
    figure("reply-honest", honest.name),
    figure("reply-cut-off", "one that is cut off"),
    { ...figure("reply-worst", worst[0]?.name ?? ""), note: worst[0]?.name ?? "" },
  ];
});

/** A design that is as long as a reply may be: sections of prose with code and breaks. */
function honestReply(): string {
  const words = 'The store keeps each row once, "as it was written",\nand nothing reads it twice. ';
  const sections = Array.from({ length: 12 }, (_, i) => ({
    id: `s${i + 1}`,
    title: `Section ${i + 1}`,
    content: words.repeat(Math.floor(REPLY_MAX / 12 / (words.length + 8))),
  }));
  return JSON.stringify({ type: "design", sections });
}

/** In one piece, as it comes out of a request; what was put together of pieces is slower to look at. */
function asReceived(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string;
}

/** The text itself where it is JSON, also but for a comma at the end of a list; else an honest megabyte. */
function jsonLike(text: string, honest: string): string {
  return [text, text.replace(/,(?=[\]}]+$)/, "")].find(isJson) ?? honest;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function timed(act: () => unknown): number {
  const began = performance.now();
  act();
  return performance.now() - began;
}
