import { addWords } from "../../words/words.ts";
import { logEn } from "./en.ts";

addWords("log", logEn);
