import { addWords } from "../../words/words.ts";
import { backlogEn } from "./en.ts";

export const { t } = addWords("backlog", backlogEn);
