import { addWords } from "../../words/words.ts";
import { sessionEn } from "./en.ts";

addWords("session", sessionEn);
