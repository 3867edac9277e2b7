import { addWords } from "../../words/words.ts";
import { artifactEn } from "./en.ts";

addWords("artifact", artifactEn);
