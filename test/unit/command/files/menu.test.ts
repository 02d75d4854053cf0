import { expect, it } from "vitest";
import { anAction } from "../../../support/commands.ts";
import { setUpDispatch } from "../../../support/dispatching.ts";

it("a choice from a message's menu stores its files once, even if it is delivered again", async () => {
  const { send, responder } = setUpDispatch();
  const choice = anAction("edit");
  for (const event of [choice, choice, anAction("edit")]) await send(event);
  const [one, again, other] = responder.forms.map(({ id }) => id);
  expect(one).toMatch(/^edit-message:/);
  expect(again).toBe(one);
  expect(other).not.toBe(one);
});
