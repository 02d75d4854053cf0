import { describe, expect, it } from "vitest";
import { placeScope } from "../../../src/core/account/policy/scope.ts";
import { proposalKey } from "../../../src/core/job/proposal.ts";
import { en } from "../../../src/text/en/index.ts";
import { aPress, aText, GENERAL } from "../../support/commands.ts";
import { setUpDispatch } from "../../support/dispatching.ts";

/** A channel where clips of more than 4 s are confirmed, and the button of the question about one. */
async function asked() {
  const set = setUpDispatch({ rules: [{ scope: placeScope(GENERAL, false), settings: { confirmSeconds: 4 } }] });
  await set.send(aText("/video a fox --seconds 5"));
  const [button = ""] = set.responder.answers.flatMap(({ buttons = [] }) => buttons.map(({ id }) => id));
  return { ...set, button, key: proposalKey(button.replace(/^confirm:/, "")) };
}

describe("a yes to a price", () => {
  it("is asked for with what would be made", async () => {
    const { send, said } = setUpDispatch({
      rules: [{ scope: placeScope(GENERAL, false), settings: { confirmSeconds: 4 } }],
    });
    await send(aText("/video a fox --seconds 5 --aspect_ratio 9:16 --model gamma3.0-video-480p"));
    expect(said()).toContain(
      "• **Make it for 5 s**: a clip of 5 s, with `gamma3.0-video-480p`, `resolution 480p`, `aspect_ratio 9:16`",
    );
  });

  it("takes the place of the question, and is noted under the key that it was committed under", async () => {
    const { send, button, key, world, responder, acknowledged } = await asked();
    await send(aPress(button));
    expect(world.wishes.map(({ eventKey }) => eventKey)).toEqual([key]);
    expect(acknowledged).toEqual([key]);
    expect(responder.closings).toEqual([{ text: en.confirm.said.confirm }]);
  });

  it("that was said before says so in place of the question", async () => {
    const { send, button, world, responder } = await asked();
    await send(aPress(button));
    await send(aPress(button));
    expect(world.wishes).toHaveLength(1);
    expect(responder.closings.at(-1)).toEqual({ text: en.confirm.already.confirm });
  });

  it("leaves a question alone that is not the presser's", async () => {
    const { send, said, button, world, responder } = await asked();
    await send(aPress(button, { actor: { userId: "eve", displayName: "Eve", locale: "en", isAdmin: false } }));
    expect(said()).toContain(en.confirm.gone);
    expect(responder.closings).toEqual([]);
    expect(world.wishes).toEqual([]);
  });
});
