/** What the page measured since it was last asked, all times in ms. */
export interface Painted {
  /** From the time that an event bears to the frame after the one that drew it. */
  fromEvent: number[];
  /** From the time that an event bears to its arrival at the page's socket. */
  toSocket: number[];
  /** From its arrival at the page's socket to the frame after the one that drew it. */
  fromSocket: number[];
  longestTask: number;
  /** Of the newest row that is drawn. */
  seq: number;
}

interface Watch {
  __painted: Painted;
}

/**
 * Runs in the page before anything else. Of each frame of the socket it follows the first and the last
 * event: an event is drawn once a row of the feed with its seq, or a later one, is in the document, and painted
 * when the next animation frame begins. It looks at texts and never parses them, so that it costs next to nothing.
 */
export function watchPaints(): void {
  const page = window as unknown as Watch;
  page.__painted = {
    fromEvent: [],
    toSocket: [],
    fromSocket: [],
    longestTask: 0,
    seq: 0,
  };
  const EVENT = /"seq":(\d+),"v":\d+,"at":(\d+)/;
  let waiting: { seq: number; at: number; came: number }[] = [];

  function note(text: string, came: number): void {
    if (!text.includes('"type":"events"')) return;
    for (const part of [text, text.slice(text.lastIndexOf('"seq":'))]) {
      const [, seq, at] = EVENT.exec(part) ?? [];
      if (seq !== undefined) waiting.push({ seq: Number(seq), at: Number(at), came });
    }
  }

  window.WebSocket = class extends WebSocket {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols);
      this.addEventListener("message", ({ data }) => note(String(data), Date.now()));
    }
  };

  function look(): void {
    let drawn = 0;
    for (const row of document.querySelectorAll<HTMLElement>(".feed-rows [data-seq]"))
      drawn = Math.max(drawn, Number(row.dataset.seq));
    if (drawn <= page.__painted.seq) return;
    page.__painted.seq = drawn;
    const done = waiting.filter(({ seq }) => seq <= drawn);
    waiting = waiting.filter(({ seq }) => seq > drawn);
    requestAnimationFrame(() => {
      const now = Date.now();
      for (const { at, came } of done) {
        page.__painted.fromEvent.push(now - at);
        page.__painted.toSocket.push(came - at);
        page.__painted.fromSocket.push(now - came);
      }
    });
  }

  const rows = { subtree: true, childList: true, attributes: true, attributeFilter: ["data-seq"] };
  new MutationObserver(look).observe(document, rows);
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries())
      page.__painted.longestTask = Math.max(page.__painted.longestTask, duration);
  }).observe({ type: "longtask" });
}

/** Runs in the page: hands over what was measured, and begins anew. */
export function takePaints(): Painted {
  const page = window as unknown as Watch;
  const taken = page.__painted;
  page.__painted = {
    fromEvent: [],
    toSocket: [],
    fromSocket: [],
    longestTask: 0,
    seq: taken.seq,
  };
  return taken;
}
