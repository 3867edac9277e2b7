import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument, Scalar, stringify } from "yaml";
import { isStorable } from "../kernel/storable.ts";
import { circleIn, taskRequires } from "../pipeline/graph.ts";
import type { Pipeline, PipelineStep } from "../pipeline/pipeline.ts";
import { meaningOf } from "./front-matter.ts";
import { tooDear } from "./too-dear.ts";

/** Longest YAML of a pipeline, UTF-16 units. */
export const PIPELINE_TEXT_MAX = 250_000;
/** Tokens of its YAML; the most steps, each after two others, have 80,000. */
const TOKENS_MAX = 100_000;
/** As many tasks as a room holds. */
const STEPS_MAX = 2_000;
const LINE_MAX = 200;
const INSTRUCTION_MAX = 4_000;

const NAME = /^[a-z][a-z0-9-]{0,39}$/;
const STEP = /^(?=.{1,32}$)[A-Z][A-Z0-9]*(-[A-Z][A-Z0-9]*)*-\d{1,4}$/;
const KEYS = ["name", "title", "about", "steps"];
const STEP_KEYS = ["id", "title", "checkpoint", "instruction", "requires", "outputs"];

export interface PipelineProblem {
  level: "error" | "warning";
  /** From 1. */
  line: number;
  message: string;
}

export interface ReadPipeline {
  /** `null` while there is an error. */
  pipeline: Pipeline | null;
  /** What it says so far, errors included; `null` if no pipeline can be seen in it. */
  draft: Pipeline | null;
  problems: PipelineProblem[];
  /** The line on which each step begins. */
  stepLines: readonly number[];
}

type Path = readonly (string | number)[];
type Say = (path: Path, message: string, level?: PipelineProblem["level"]) => void;
type Fields = Record<string, unknown>;

/** A pipeline from a YAML document, as `writePipeline` writes it. Total; every problem names its line. */
export function readPipeline(text: string): ReadPipeline {
  const problems: PipelineProblem[] = [];
  const { value, lineOf } = readYaml(text, problems);
  if (value === undefined) return { pipeline: null, draft: null, problems, stepLines: [] };
  const say: Say = (path, message, level = "error") => void problems.push({ level, line: lineOf(path), message });
  const isBroken = () => problems.some(({ level }) => level === "error");
  const pipeline = isFields(value) ? pipelineOf(value, say) : null;
  if (!pipeline) say([], "A pipeline has `name`, `title`, `about` and `steps`.");
  if (pipeline && !isBroken()) check(pipeline, say);
  if (pipeline && !isBroken() && writePipeline(pipeline).length > PIPELINE_TEXT_MAX) say([], TOO_LONG);
  return {
    pipeline: isBroken() ? null : pipeline,
    draft: pipeline,
    problems: problems.sort((a, b) => a.line - b.line),
    stepLines: pipeline?.steps.map((_, i) => lineOf(["steps", i])) ?? [],
  };
}

/** The document of a pipeline; read back, it is the same pipeline. */
export function writePipeline(pipeline: Pipeline): string {
  // Quoted text that the package breaks into lines isn't always read back unchanged.
  const whole = { lineWidth: 0, doubleQuotedMinMultiLineLength: PIPELINE_TEXT_MAX * 10 };
  return stringify(fieldsOf(pipeline, scalarOf), whole);
}

/** The same as JSON, which YAML reads as well. */
export function writePipelineJson(pipeline: Pipeline): string {
  return JSON.stringify(
    fieldsOf(pipeline, (text) => text),
    null,
    2,
  );
}

function fieldsOf({ name, title, about, steps }: Pipeline, instructionOf: (text: string) => string | Scalar): object {
  const written = steps.map(({ id, title: of, isCheckpoint, instruction, requires, outputs }) => ({
    id,
    title: of,
    ...(isCheckpoint ? { checkpoint: true } : {}),
    ...(instruction ? { instruction: instructionOf(instruction) } : {}),
    ...(requires.length > 0 ? { requires: [...requires] } : {}),
    ...(outputs?.length ? { outputs: [...outputs] } : {}),
  }));
  return { name, title, about, steps: written };
}

/** Lines as a block if it can be read back unchanged, otherwise in quotes: the package alone would lose some spaces. */
function scalarOf(text: string): string | Scalar {
  if (!text.includes("\n")) return text;
  const scalar = new Scalar(text);
  const isBlock =
    /^(\S[^\n]*)(\n|$)/.test(text) &&
    !/[^\P{Cc}\n]|\s\n|\s$|[\u2028\u2029]/u.test(text.replace(/\n+/g, "\n").replace(/\n$/, ""));
  scalar.type = isBlock && !text.endsWith("\n\n") ? "BLOCK_LITERAL" : "QUOTE_DOUBLE";
  return scalar;
}

const TOO_LONG = `A pipeline can have at most ${PIPELINE_TEXT_MAX} characters.`;

/** `value` is left out where it can't be read, and `problems` says why. */
function readYaml(text: string, problems: PipelineProblem[]): { value?: unknown; lineOf: (path: Path) => number } {
  const fail = (line: number, message: string) => {
    problems.push({ level: "error", line, message });
    return { lineOf: () => line };
  };
  if (text.length > PIPELINE_TEXT_MAX) return fail(1, TOO_LONG);
  const dear = tooDear(text, TOKENS_MAX);
  if (dear) return fail(dear.line, dear.message);
  const counter = new LineCounter();
  const lineAt = (offset: number) => Math.max(1, counter.linePos(offset).line);
  // Every scalar is a text, so that a title such as 404 stays one.
  const document = parseDocument(text, {
    schema: "failsafe",
    lineCounter: counter,
    prettyErrors: false,
    logLevel: "silent",
    stringKeys: true,
  });
  const [bad] = document.errors;
  if (bad) return fail(lineAt(bad.pos[0]), meaningOf(bad.code, bad.message));
  try {
    const value: unknown = document.toJS({ maxAliasCount: 0 });
    return { value, lineOf: (path) => lineAt(offsetOf(document.contents, path)) };
  } catch {
    return fail(1, "Write each value itself: references have no meaning here.");
  }
}

/** Where a key or an item begins; if it is missing, where the thing that should have it begins. */
function offsetOf(root: Node | null, path: Path): number {
  let node: unknown = root;
  let offset = root?.range?.[0] ?? 0;
  for (const part of path) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && key.value === part);
      if (!pair) return offset;
      offset = (pair.key as Node).range?.[0] ?? offset;
      node = pair.value;
    } else {
      node = isSeq(node) && typeof part === "number" ? node.items[part] : undefined;
      offset = (node as Node | undefined)?.range?.[0] ?? offset;
    }
  }
  return offset;
}

function pipelineOf(value: Fields, say: Say): Pipeline {
  tellStrays(value, KEYS, [], say);
  const written = Array.isArray(value.steps) ? (value.steps as unknown[]) : [];
  if (written.length === 0) say(["steps"], "A pipeline needs a list of `steps`.");
  const [name = "", title = "", about = ""] = ["name", "title", "about"].map((key) => wordOf(value, key, [], say));
  if (written.length > STEPS_MAX) say(["steps"], `A pipeline can have at most ${STEPS_MAX} steps.`);
  const steps = written.slice(0, STEPS_MAX).map((step, i) => stepOf(step, i, say));
  return { name, title, about, steps };
}

function stepOf(step: unknown, i: number, say: Say): PipelineStep {
  const path = ["steps", i];
  if (!isFields(step)) {
    say(path, "A step has an `id` and a `title`.");
    return { id: "", title: "", requires: [] };
  }
  tellStrays(step, STEP_KEYS, path, say);
  const instruction = wordOf(step, "instruction", path, say);
  const outputs = listOf(step, "outputs", path, say);
  const checkpoint = step.checkpoint ?? "false";
  if (checkpoint !== "true" && checkpoint !== "false") say([...path, "checkpoint"], "`checkpoint` is true or false.");
  return {
    id: wordOf(step, "id", path, say),
    title: wordOf(step, "title", path, say),
    ...(instruction === "" ? {} : { instruction }),
    requires: listOf(step, "requires", path, say),
    ...(outputs.length === 0 ? {} : { outputs }),
    ...(checkpoint === "true" ? { isCheckpoint: true } : {}),
  };
}

function tellStrays(of: Fields, known: readonly string[], path: Path, say: Say): void {
  for (const key of Object.keys(of))
    if (!known.includes(key)) {
      const message = `\`${key.slice(0, 40)}\` means nothing here; it is left out.`;
      say([...path, key], message, "warning");
    }
}

function wordOf(of: Fields, key: string, path: Path, say: Say): string {
  const word = of[key] ?? "";
  if (typeof word === "string" && isStorable(word)) return word;
  say([...path, key], `\`${key}\` must be text.`);
  return "";
}

function listOf(of: Fields, key: string, path: Path, say: Say): string[] {
  const list: unknown = of[key] === "" ? [] : (of[key] ?? []);
  const words: unknown[] = Array.isArray(list) ? list : [list];
  const isRight = (word: unknown) =>
    typeof word === "string" && word !== "" && isStorable(word) && word.length <= LINE_MAX;
  if (words.every(isRight)) return words as string[];
  say([...path, key], `\`${key}\` must be a list of words, each up to ${LINE_MAX} characters.`);
  return [];
}

/** What keeps a pipeline from starting, whatever the team. */
function check({ name, title, about, steps }: Pipeline, say: Say): void {
  if (!NAME.test(name)) say(["name"], "A pipeline's name is up to 40 lower-case letters, digits and hyphens.");
  checkLine(title, ["title"], "Give the pipeline a title.", say);
  checkLine(about, ["about"], "Say in a clause what the pipeline is for.", say);
  if (steps.every(({ isCheckpoint }) => isCheckpoint)) say(["steps"], "A pipeline needs a step that is no checkpoint.");
  const ids = steps.map(({ id }) => id);
  for (const [i, step] of steps.entries()) checkStep(step, i, ids, say);
  const circle = circleIn(steps);
  if (circle) {
    const at = ["steps", ids.indexOf(circle[0] ?? ""), "requires"];
    return say(at, `These steps wait for each other: ${circle.join(" → ")}.`);
  }
  for (const [i, step] of steps.entries())
    if (step.isCheckpoint && taskRequires(steps, step).length === 0)
      say(["steps", i], `${step.id} needs a step in front of it; name it under \`requires\`.`);
}

function checkStep(step: PipelineStep, i: number, ids: readonly string[], say: Say): void {
  const { id, title, instruction = "", requires, isCheckpoint } = step;
  const at = ["steps", i];
  const first = ids.indexOf(id);
  if (!STEP.test(id)) say([...at, "id"], "An id is a prefix and a number, such as DRAFT-001, up to 32 characters.");
  else if (first !== i) say([...at, "id"], `There is already a step ${id}.`);
  checkLine(title, [...at, "title"], "Give the step a title.", say);
  if (instruction.length > INSTRUCTION_MAX)
    say([...at, "instruction"], `It can have at most ${INSTRUCTION_MAX} characters.`);
  for (const key of isCheckpoint ? (["instruction", "outputs"] as const) : [])
    if (step[key]) say([...at, key], `A person answers a checkpoint; it has no \`${key}\`.`);
  for (const [j, one] of requires.entries())
    if (!ids.includes(one)) say([...at, "requires", j], `There is no step ${one}.`);
    else if (requires.indexOf(one) !== j) say([...at, "requires", j], `${one} is named twice.`);
}

function checkLine(text: string, path: Path, ask: string, say: Say): void {
  if (text.trim() === "") say(path, ask);
  else if (text.length > LINE_MAX) say(path, `It can have at most ${LINE_MAX} characters.`);
  else if (/[\p{Cc}\u2028\u2029]/u.test(text)) say(path, "Write it in one line.");
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
