import { addWords } from "../../words/words.ts";
import { errorEn } from "./en.ts";

addWords("error", errorEn);
