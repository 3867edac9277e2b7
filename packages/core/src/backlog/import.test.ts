import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LEAD } from "../testing/builders.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";
import { guardFormula, readCsv, unguardFormula, writeCsv } from "./csv.ts";
import { readImport, writeExport } from "./import.ts";
import { compareItems } from "./item.ts";
import { positionBetween, positionsBehind } from "./position.ts";

const cell = fc.string({
  unit: fc.constantFrom("a", '"', ",", "\n", "\r", "'", "=", "+", "-", "@", "\t", " ", "é", "\ufeff"),
});

describe("CSV", () => {
  it("reads back what it writes, whatever stands in the cells", () => {
    const table = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 5 });
    fc.assert(
      fc.property(table, (rows) => {
        const read = readCsv(writeCsv(rows));
        expect(read.ok && read.rows.map(({ cells }) => cells)).toEqual(
          rows.filter((cells) => cells.length > 1 || cells[0] !== ""),
        );
      }),
    );
  });

  it("never writes a cell that a spreadsheet runs, and takes the guard away again", () => {
    fc.assert(
      fc.property(cell, (text) => {
        expect(guardFormula(text)).not.toMatch(/^[=+\-@\t\r]/);
        expect(unguardFormula(guardFormula(text))).toBe(text);
      }),
    );
  });

  it.each([
    ['a,b\r\n"open', 2, "no closing quote"],
    ['a,b\nc"d,e', 2, "has a quote in it"],
    ['a\n"b\nc"d', 3, "after the closing quote"],
  ])("says on which line %j is broken", (text, line, message) => {
    expect(readCsv(text)).toMatchObject({
      ok: false,
      line,
      message: expect.stringContaining(message),
    });
  });

  it("knows the line of each row, and takes any end of line", () => {
    expect(readCsv('\ufeffa,b\r\n"x\ny",1\r\rz,2')).toEqual({
      ok: true,
      rows: [
        { line: 1, cells: ["a", "b"] },
        { line: 2, cells: ["x\ny", "1"] },
        { line: 5, cells: ["z", "2"] },
      ],
    });
  });
});

describe("an import", () => {
  it("brings back what was exported", () => {
    const driver = Driver.room("solo");
    driver.run({
      type: "importItems",
      by: LEAD,
      items: [
        {
          title: "=1+1",
          body: 'say "hi",\nthen go',
          labels: ["a b", "c"],
          value: 5,
          complexity: 2,
        },
        { title: "'-quoted", priority: "critical", state: "deferred", reason: "later" },
        { title: "old", state: "closed", reason: "done" },
      ],
    });
    const { items, ended } = driver.view.backlog;
    const all = [...items, ...ended];
    for (const format of ["csv", "json"] as const) {
      const read = readImport(format, writeExport(format, all));
      expect(read.problems).toEqual([]);
      expect(read.items.map((item) => ({ body: "", labels: [], ...item }))).toMatchObject(
        all.map(({ title, body, priority, labels, state }) => {
          return { title, body, priority, labels, state };
        }),
      );
    }
  });

  it("names every line that is wrong, and adds nothing of it silently", () => {
    const csv = [
      "title,priority,value,nonsense,state,reason",
      "Fine,high,3,x,open,",
      ",low,1,x,open,",
      "Bad priority,urgent,1,x,open,",
      "Bad value,low,9,x,open,",
      "Too few,low",
      "In hand,low,1,x,picked,",
      "Closed,low,1,x,closed,",
    ].join("\n");
    const { items, problems, warnings } = readImport("csv", csv);
    expect(items.map(({ title, state }) => [title, state])).toEqual([
      ["Fine", "open"],
      ["In hand", "open"],
    ]);
    expect(problems.map(({ line, field }) => [line, field])).toEqual([
      [6, null],
      [3, "title"],
      [4, "priority"],
      [5, "value"],
      [8, "reason"],
    ]);
    expect(warnings.map(({ line, field }) => [line, field])).toEqual([
      [1, "nonsense"],
      [7, "state"],
    ]);
  });

  it.each([
    ["json", "{"],
    ["json", '{"rows":[]}'],
    ["json", "[1]"],
    ["json", "[]"],
    ["csv", ""],
    ["csv", "name\nx"],
    ["csv", "title,title\na,b"],
  ] as const)("of %s %j is refused with a reason", (format, content) => {
    const { items, problems } = readImport(format, content);
    expect(items).toEqual([]);
    expect(problems.length).toBeGreaterThan(0);
  });
});

describe("positions", () => {
  it("leave room between any two, in whatever order items are put in", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(1000), { maxLength: 120 }), (places) => {
        const order: string[] = positionsBehind(null, 3);
        for (const n of places) {
          const at = n % (order.length + 1);
          order.splice(at, 0, positionBetween(order[at - 1] ?? null, order[at] ?? null));
        }
        expect(order).toEqual([...new Set(order)].sort());
      }),
    );
  });

  it("compare as priorities do first", () => {
    const at = (priority: "low" | "high", position: string) => ({ priority, position, id: 1 });
    expect(compareItems(at("high", "9"), at("low", "1"))).toBeLessThan(0);
  });
});
