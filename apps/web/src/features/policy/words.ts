import { addWords } from "../../words/words.ts";
import { policyEn } from "./en.ts";

addWords("policy", policyEn);
