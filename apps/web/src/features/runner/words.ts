import { addWords } from "../../words/words.ts";
import { runnerEn } from "./en.ts";

export const { t, say } = addWords("runner", runnerEn);
