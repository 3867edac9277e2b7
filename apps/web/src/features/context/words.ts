import { addWords } from "../../words/words.ts";
import { contextEn } from "./en.ts";

addWords("context", contextEn);
