import { addWords } from "../../words/words.ts";
import { inboxEn } from "./en.ts";

export const { t, say } = addWords("inbox", inboxEn);
