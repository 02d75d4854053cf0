import { expect, it } from "vitest";
import { entriesOf, listOf } from "../../../../src/core/chat/form.ts";

it("reads the entries of a list in a text field, each once, and writes them back", () => {
  expect(entriesOf(" a-model,*-720p ,, a-model")).toEqual(["a-model", "*-720p"]);
  expect(entriesOf(" , ")).toEqual([]);
  expect(listOf(["a-model", "*-720p"])).toBe("a-model, *-720p");
  expect(listOf([])).toBe("");
});
