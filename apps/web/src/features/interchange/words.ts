import { addWords } from "../../words/words.ts";
import { interchangeEn } from "./en.ts";

addWords("interchange", interchangeEn);
