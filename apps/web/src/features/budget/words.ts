import { addWords } from "../../words/words.ts";
import { budgetEn } from "./en.ts";

export const { t } = addWords("budget", budgetEn);
