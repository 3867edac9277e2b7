import { addWords } from "../../words/words.ts";
import { roomEn } from "./en.ts";

addWords("room", roomEn);
