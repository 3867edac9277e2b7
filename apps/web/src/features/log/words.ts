import { addWords } from "../../words/words.ts";
import { logEn } from "./en.ts";

export const { t, say, text } = addWords("log", logEn);
