import { addWords } from "../../words/words.ts";
import { sessionEn } from "./en.ts";

export const { t } = addWords("session", sessionEn);
