import { addWords } from "../../words/words.ts";
import { lockEn } from "./en.ts";

export const { t, say } = addWords("lock", lockEn);
