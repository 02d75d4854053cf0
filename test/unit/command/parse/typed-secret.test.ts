import { expect, it } from "vitest";
import { en } from "../../../../src/text/en/index.ts";
import { aCommand, aText } from "../../../support/commands.ts";
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
