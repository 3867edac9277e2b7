import { addWords } from "../../words/words.ts";
import { timelineEn } from "./en.ts";

export const { t } = addWords("timeline", timelineEn);
