import { addWords } from "../../words/words.ts";
import { taskEn } from "./en.ts";

export const { t, say } = addWords("task", taskEn);
