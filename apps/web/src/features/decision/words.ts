import { addWords } from "../../words/words.ts";
import { decisionEn } from "./en.ts";

addWords("decision", decisionEn);
