import { addWords } from "../../words/words.ts";
import { reportEn } from "./en.ts";

export const { t } = addWords("report", reportEn);
