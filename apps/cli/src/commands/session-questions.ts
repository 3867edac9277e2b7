import type { Reply } from "@squadroom/client/call";
import type { Command } from "commander";
import { define } from "../answer.ts";
import { forPeople, inRoom } from "../door.ts";
import { CliError } from "../failure.ts";
import { own } from "../own-command.ts";
import { oneLine, quoted } from "../quoting.ts";
import type { Cli } from "../settings.ts";

type Session = NonNullable<Reply<"getSession">["session"]>;

/** One question of a session's step, with its place in the list and the answer so far. */
export interface SessionQuestion {
  number: number;
  id: string;
  text: string;
  options: string[];
  answer: string | null;
}

export function sessionQuestions({ proposals, answers }: Session): SessionQuestion[] {
  return (proposals.questions?.value.questions ?? []).map(({ id, text, options = [] }, at) => {
    const given = answers[id];
    return {
      number: at + 1,
      id,
      text,
      options,
      answer: given ? [given.option, given.text].filter(Boolean).join(": ") : null,
    };
  });
}

/** Each with its number, its id, its options by number, and its answer; last the command. */
export function sessionQuestionsText(
  subject: { kind: string; sessionId?: number },
  room: string,
  questions: readonly SessionQuestion[],
): string[] {
  const lines = questions.flatMap(({ number, id, text, options, answer }) => [
    quoted(`${number} (${id})`, text, "  "),
    ...options.map((option, at) => `      ${number}.${at + 1}: ${oneLine(option)}`),
    answer === null ? "      not answered" : quoted("answered", answer, "      "),
  ]);
  const where = room === "" ? "" : ` --room ${room}`;
  const how = own(`session answer ${subject.sessionId ?? "ID"} NUMBER ANSWER${where}`);
  return [...lines, `  Answer one: \`${how}\`, with its words, or the number of an option (1.2)`];
}

export function addAnswer(session: Command, cli: Cli): void {
  const command = inRoom(
    define(
      session,
      "answer <id> <question> [answer...]",
      "answer one question; `squadroom decide ID done` ends the step",
      [
        "Name the question by number or id, as `squadroom decisions` prints them. The answer is one of its options,",
        "an option's number (1.2), or your own words. Leave it out to take the answer back.",
      ].join("\n"),
    ),
  );
  forPeople(cli, command, async ({ call, params }, [id = "", named = "", words = ""]) => {
    const of = { ...params, sessionId: id };
    const { session: shown } = await call("getSession", { params: of });
    const asked = findQuestion(shown ? sessionQuestions(shown) : [], named);
    const option = asked.options.find((one, at) => one === words || words === `${asked.number}.${at + 1}`);
    const answer = option !== undefined ? { option } : words === "" ? {} : { text: words };
    const body = { answers: { [asked.id]: answer } };
    const reply = await call("answerQuestions", { params: of, body });
    return { data: reply, text: savedText(asked, words, option) };
  });
}

/** How the answer was understood: a number meant as an option may have been taken as text. */
function savedText({ number, options }: SessionQuestion, words: string, option?: string): string {
  if (words === "") return "Took the answer back.";
  if (option !== undefined) return `Saved as option ${number}.${options.indexOf(option) + 1}: ${oneLine(option)}`;
  if (options.length === 0) return "Saved.";
  const known = options.map((one, at) => `${number}.${at + 1} ${oneLine(one)}`).join(", ");
  return `Saved as your own words, not as one of the options: ${known}`;
}

/** An id takes precedence over a number: a question may be called 2. */
function findQuestion(questions: readonly SessionQuestion[], named: string): SessionQuestion {
  const found = questions.find(({ id }) => id === named) ?? questions.find(({ number }) => String(number) === named);
  if (found) return found;
  const known = questions.map(({ number, id }) => `${number} (${id})`).join(", ");
  throw new CliError(
    "question_unknown",
    `The session asks no question ${named}.`,
    known === "" ? "It asks nothing at the moment." : `It asks: ${known}.`,
  );
}
