import { addWords } from "../../words/words.ts";
import { policyEn } from "./en.ts";

export const { t } = addWords("policy", policyEn);
