import { restKeys } from "../keys/keys.ts";

/** Elements that may get the focus if its control is gone: read out by name, and the next Tab continues from there. */
const PLACES =
  "fieldset, li, form, section, article, aside, nav, main, [role=dialog], [role=alertdialog], [role=toolbar], tr, details";
/** What lies over the page and disappears again. */
const OVERLAYS = "[role=dialog]:not([data-panel]), [role=alertdialog], [role=menu]";

/** The control and everything around it, from the inside out, as they were when it got the focus. */
type Path = readonly Element[];

let path: Path = [];
/** The last one outside dialogs and menus: where the focus comes from, and goes back to. */
let pagePath: Path = [];
/** When the person last typed into a field; 0 once they pressed anything else. */
let typedAt = 0;
const TYPING_MS = 800;

/**
 * The focus never falls to the page when an act removes its control: the surrounding place gets it. One mechanism for
 * all screens; a part that knows a better target, such as the next row, focuses that itself.
 */
export function keepFocus(): void {
  document.addEventListener("focusin", ({ target }) => {
    if (target instanceof Element) remember(target);
  });
  // A control that is hidden or disabled loses the focus without being removed; a click beside everything is intended.
  document.addEventListener("focusout", ({ relatedTarget }) => {
    if (relatedTarget === null)
      requestAnimationFrame(() => {
        if (!isOnPage()) return;
        if (isGone(path[0])) restore();
        else path = [];
      });
  });
  document.addEventListener(
    "keydown",
    (event) => {
      const isTyped = event.key.length === 1 && !event.ctrlKey && !event.metaKey;
      typedAt = isTyped && isText(event.target) ? event.timeStamp : 0;
    },
    { capture: true },
  );
  new MutationObserver(() => {
    if (path[0] && !path[0].isConnected && isOnPage()) restore();
  }).observe(document.body, { childList: true, subtree: true });
}

/** Another screen was opened by a key, with the focus on nothing. */
export function focusScreen(): void {
  if (isOnPage()) focusOn(document.querySelector("main"));
}

function remember(target: Element): void {
  const next: Element[] = [];
  for (let at: Element | null = target; at; at = at.parentElement) next.push(at);
  path = next;
  if (!target.closest(OVERLAYS)) pagePath = next;
}

function isOnPage(): boolean {
  const { activeElement, body } = document;
  return activeElement === null || activeElement === body;
}

function isGone(element: Element | undefined): boolean {
  if (!element) return false;
  return !element.isConnected || !element.checkVisibility() || element.matches(":disabled");
}

function isText(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLInputElement && !["radio", "checkbox", "button"].includes(target.type))
  );
}

function restore(): void {
  // A person in the middle of a word keeps typing, and means no shortcut by it.
  if (typedAt > 0 && performance.now() - typedAt < TYPING_MS && isText(path[0] ?? null)) restKeys();
  const open = [...document.querySelectorAll(OVERLAYS)].at(-1);
  const inside = path.filter((element) => element.matches(PLACES));
  const page = pagePath.filter((element, at) => at === 0 || element.matches(PLACES));
  const places = open
    ? [...inside.filter((element) => open.contains(element)), open]
    : [...inside, ...page, document.querySelector("main")];
  places.some(focusOn);
}

function focusOn(place: Element | null): boolean {
  if (!(place instanceof HTMLElement) || isGone(place)) return false;
  place.focus({ preventScroll: true });
  if (document.activeElement === place) return true;
  place.setAttribute("tabindex", "-1");
  place.addEventListener("blur", () => place.removeAttribute("tabindex"), { once: true });
  place.focus({ preventScroll: true });
  return document.activeElement === place;
}
