import { useLayoutEffect } from "react";
import { isField } from "./field.ts";
import "./rest.css";

/** How long a person needs to see that something else is now where they are about to press, ms. */
const REST_MS = 400;

/**
 * `key`: what a key answers appeared by itself. `pointer`: answers moved, whoever moved them, so that a finger or
 * pointer may be over another one.
 */
type Hand = "key" | "pointer";

const until: Record<Hand, number> = { key: 0, pointer: 0 };
let timer: ReturnType<typeof setTimeout> | undefined;

/** Accepts no answer for a moment. What appeared by itself has moved, too. */
export function rest(hand: Hand): void {
  const end = performance.now() + REST_MS;
  until.pointer = end;
  if (hand === "key") until.key = end;
  const root = document.documentElement;
  // The attribute tells the style, and whoever waits for the end.
  root.dataset.resting = until.key > performance.now() ? "key" : "pointer";
  clearTimeout(timer);
  timer = setTimeout(() => delete root.dataset.resting, REST_MS);
}

/** Timers and clocks differ a little: it is over when either says so. */
export function isResting(hand: Hand): boolean {
  return performance.now() < until[hand] && document.documentElement.dataset.resting !== undefined;
}

/** Rests when something that can be answered appears, changes, or disappears. */
export function useRest(hand: Hand, of: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each of them
  useLayoutEffect(() => {
    rest(hand);
  }, [hand, of]);
  useLayoutEffect(() => () => rest("pointer"), []);
}

const MOVES = /^(?:[jk]|Tab|Arrow\w+|Page\w+|Home|End|Backspace|Delete)$/;
const PRESSED = "button,a,summary,[role],input[type=checkbox],input[type=radio]";

/** A held key is one press: it repeats in lists and texts, and presses or answers nothing again. */
function onHeldKey(event: KeyboardEvent): void {
  const { key, target } = event;
  if (!event.repeat || !(target instanceof HTMLElement)) return;
  const isPressed = target.matches(PRESSED);
  const sends = key === "Enter" && (event.ctrlKey || event.metaKey || target.tagName === "INPUT");
  const writes = isField(target) && !isPressed && !sends;
  const scrolls = key === " " && !isPressed;
  if (writes || scrolls || MOVES.test(key)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** In `data-answers` a press answers: it isn't meant for something that has only just appeared under it. */
function onClick(event: MouseEvent): void {
  const { target } = event;
  if (!(target instanceof Element) || !target.closest("[data-answers] button")) return;
  // Enter and Space press without a pointer.
  if (!isResting(event.detail === 0 ? "key" : "pointer")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

export function listenForPresses(): void {
  document.addEventListener("keydown", onHeldKey, true);
  document.addEventListener("click", onClick, true);
}
