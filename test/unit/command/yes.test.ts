import { describe, expect, it, vi } from "vitest";
import { placeScope } from "../../../src/core/account/policy/scope.ts";
import { proposalKey } from "../../../src/core/job/proposal.ts";
import { en } from "../../../src/text/en/index.ts";
import { aPress, aText, GENERAL, MAX } from "../../support/commands.ts";
import { setUpDispatch } from "../../support/dispatching.ts";

/** A channel where clips above 4 s need confirmation, and the question's button. */
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

  it.each([
    ["gamma3.0-video-480p", "That costs €0.60."],
    ["gamma3.0-video-720p", "The cost of that is not known."],
  ])("states the operator's price of %s", async (model, costs) => {
    const { send, said } = setUpDispatch({
      rules: [{ scope: placeScope(GENERAL, false), settings: { confirmSeconds: 4 } }],
      prices: { currency: "EUR", digits: 2, models: { "gamma3.0-video-480p": { second: 12 } } },
    });
    await send(aText(`/video a fox --seconds 5 --model ${model}`));
    expect(said()).toContain(costs);
  });

  it("is asked for with the same button if the request is delivered again", async () => {
    const { send, responder } = setUpDispatch({
      rules: [{ scope: placeScope(GENERAL, false), settings: { confirmSeconds: 4 } }],
    });
    const first = aText("/video a fox --seconds 5");
    for (const event of [first, first, aText("/video a fox --seconds 5")]) await send(event);
    const [one, again, other] = responder.answers.map(({ buttons = [] }) => buttons.map(({ id }) => id));
    expect(one).toHaveLength(1);
    expect(again).toEqual(one);
    expect(other).not.toEqual(one);
  });

  it("replaces the question, and is recorded under the committed key", async () => {
    const { send, button, key, world, responder, acknowledged } = await asked();
    await send(aPress(button));
    expect(world.requests.map(({ eventKey }) => eventKey)).toEqual([key]);
    expect(acknowledged).toEqual([key]);
    expect(responder.closings).toEqual([{ text: en.confirm.said.confirm }]);
  });

  it("that was given before replaces the question and says so", async () => {
    const { send, button, world, responder } = await asked();
    await send(aPress(button));
    await send(aPress(button));
    expect(world.requests).toHaveLength(1);
    expect(responder.closings.at(-1)).toEqual({ text: en.confirm.already.confirm });
  });

  it("from another place makes nothing in a channel that the person can no longer read", async () => {
    const { send, said, button, world } = await asked();
    const elsewhere = { conversation: { ...GENERAL, channel: "elsewhere" } };
    const mayRead = vi.spyOn(world.platform, "mayRead").mockResolvedValue(false);
    await send(aPress(button, elsewhere));
    expect(said()).toContain(en.confirm.gone);
    expect(world.requests).toEqual([]);
    expect(mayRead).toHaveBeenCalledWith(GENERAL, MAX.userId);
    mayRead.mockResolvedValue(true);
    await send(aPress(button, elsewhere));
    expect(world.requests).toHaveLength(1);
  });

  it("leaves another person's question alone", async () => {
    const { send, said, button, world, responder } = await asked();
    await send(aPress(button, { actor: { userId: "eve", displayName: "Eve", locale: "en", isAdmin: false } }));
    expect(said()).toContain(en.confirm.gone);
    expect(responder.closings).toEqual([]);
    expect(world.requests).toEqual([]);
  });
});

describe("the offer of a corrected request", () => {
  it.each([
    ["en", "1 changed picture, with `provider-a/image-2`, `size 2K`, `aspect_ratio 16:9`: “a red fox”"],
    ["zh-CN", "修改后的图片 1 张，使用 `provider-a/image-2`，`size 2K`，`aspect_ratio 16:9`：“a red fox”"],
  ] as const)("says what would be made, with its options, in %s", async (locale, line) => {
    const settings = { imageModel: "provider-a/image-2" };
    const { send, said, world } = setUpDispatch({ rules: [{ scope: placeScope(GENERAL, false), settings }] });
    const photo = { source: "p", name: "photo.jpg", mimeType: "image/jpeg", bytes: 5 };
    const words = "a red fox —size 2K —aspect_ratio 16:9";
    await send(aText(words, { attachments: [photo], actor: { ...MAX, locale } }));
    expect(said()).toContain(line);
    expect(world.requests).toEqual([]);
  });
});
