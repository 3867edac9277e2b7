import { addWords } from "../../words/words.ts";
import { runEn } from "./en.ts";

export const { t, say } = addWords("run", runEn);
