import { addWords } from "../../words/words.ts";
import { mailEn } from "./en.ts";

export const { t } = addWords("mail", mailEn);
