import { expect, it } from "vitest";
import { pickField } from "../../../../src/command/setting/setting-fields.ts";
import { SUGGESTIONS } from "../../../../src/lib/limits.ts";

it("a choice with more values than a menu can have becomes a text field, whose hint says what to type", () => {
  const choices = Array.from({ length: SUGGESTIONS + 1 }, (_, index) => ({
    value: `${index}`,
    label: `group ${index}`,
  }));
  const field = { name: "group", label: "Group", hint: "Which group" };
  expect(pickField(field, choices.slice(1), "its name")).toMatchObject({ type: "choice", hint: "Which group" });
  expect(pickField(field, choices, "its name")).toMatchObject({ type: "text", hint: "its name" });
});
