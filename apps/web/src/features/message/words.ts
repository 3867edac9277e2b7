import { addWords } from "../../words/words.ts";
import { messageEn } from "./en.ts";

export const { t, say } = addWords("message", messageEn);
