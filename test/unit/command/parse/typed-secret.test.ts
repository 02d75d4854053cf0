import { expect, it } from "vitest";
import { en } from "../../../../src/text/en/index.ts";
import { holdsTypedSecret } from "../../../../src/command/parse/typed-secret.ts";
import type { FormEvent } from "../../../../src/core/chat/event.ts";
import { aCommand, anAction, aPress, aText, GENERAL, MAX } from "../../../support/commands.ts";
import { setUpDispatch as setUp } from "../../../support/dispatching.ts";

const SECRET = "sk-live0123456789abcdefghij";

it.each([
  ["a line of text", aText(`/imagine a fox ${SECRET}`), en.keys.typed.shown],
  ["an option of a picked command", aCommand("imagine", { prompt: `a fox ${SECRET}` }), en.keys.typed.unshown],
])("a key typed into %s is refused, and nothing is made of it", async (_where, event, refusal) => {
  const { world, send, said } = setUp();
  await send(event);
  expect(said()).toBe(refusal);
  expect(world.requests).toEqual([]);
});

const aForm = (form: string, values: FormEvent["values"]): FormEvent => ({
  kind: "form",
  key: "e-1",
  conversation: GENERAL,
  actor: MAX,
  form,
  values,
  attachments: [],
});

it.each([
  ["the form of a request", true, aForm("command:imagine", { prompt: "a fox", size: SECRET })],
  ["a key's own form", false, aForm("key:own", { secret: SECRET })],
  ["a form without one", false, aForm("command:imagine", { prompt: "a fox" })],
  ["a command line", true, { ...aCommand("imagine", {}), line: `a fox ${SECRET}` }],
  ["an option beside others", true, aCommand("imagine", { prompt: "a fox", size: SECRET })],
  ["a pressed button", false, aPress(SECRET)],
  ["a menu", false, anAction("edit")],
])("in %s, a typed key is noticed: %s", (_where, noticed, event) => {
  expect(holdsTypedSecret(event)).toBe(noticed);
});
