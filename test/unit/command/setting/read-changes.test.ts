import { expect, it } from "vitest";
import { readChanges } from "../../../../src/command/setting/read-changes.ts";
import { SLACK_INPUT_CHARACTERS } from "../../../../src/lib/limits.ts";

const COMMAND = { spec: { name: "easel-admin setup", options: [] } } as const;
const whole = Array.from({ length: 100 }, (_, at) => `account:${"0".repeat(40)}${at}`).join(", ");
/** As a platform's form shows it. */
const cut = `${whole.slice(0, SLACK_INPUT_CHARACTERS - 1)}…`;
const fields = [{ type: "text", name: "only", label: "Only", value: whole }] as const;

it("a text that the form truncated counts as unchanged, even if all fields are submitted", () => {
  expect(readChanges({ only: cut }, { fields, isNew: true }, COMMAND)).toMatchObject({ options: { only: whole } });
  expect(readChanges({ only: cut }, { fields }, COMMAND)).toEqual({ ok: true, options: {} });
});

it("another text is a change", () => {
  const shorter = whole.slice(0, 100);
  expect(readChanges({ only: shorter }, { fields, isNew: true }, COMMAND)).toMatchObject({
    options: { only: shorter },
  });
});

it.each([
  [undefined, true, { for_channel: true }],
  [undefined, false, {}],
  [true, false, { for_channel: false }],
  [true, true, {}],
])("a flag that was %j and is submitted as %j changes %j", (value, given, options) => {
  const flag = {
    type: "flag",
    name: "for_channel",
    label: "Share",
    ...(value === undefined ? {} : { value }),
  } as const;
  expect(readChanges({ for_channel: given }, { fields: [flag] }, COMMAND)).toEqual({ ok: true, options });
});
