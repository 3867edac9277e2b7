import { addWords } from "../../words/words.ts";
import { decisionEn } from "./en.ts";

export const { t } = addWords("decision", decisionEn);
