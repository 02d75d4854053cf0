import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { filesOf, resultsFor, startSlackEasel, type SlackEasel } from "../../support/slack/slack-easel.ts";

describe.each(["socket", "http"] as const)("Slack by %s", (mode) => {
  let world: SlackEasel;

  beforeAll(async () => {
    world = await startSlackEasel(mode, {}, { sandboxMedia: "full" });
  });
  afterAll(async () => {
    await world.stop();
  });

  it("accepts /imagine, shows its progress, and posts the pictures with buttons and a mention", async () => {
    const { slack, max, channel } = world;
    const prompt = "a fox in the snow";
    const { acknowledged, answer } = await max.slash(channel.id, "/imagine", `${prompt} --size 1K --count 2`).outcome;
    expect(acknowledged).toBe(true);
    expect(answer).toBeUndefined();
    const result = await world.result(prompt);
    expect(slack.read(result)).toBe(`${prompt}\nMax, here are your 2 pictures.`);
    expect(result.text).toContain(`“${prompt}”`);
    expect(slack.buttons(result).map((button) => button.label)).toContain("Again");
    const files = filesOf(slack, result);
    expect(files.map(({ title }) => title.split(" ")[0])).toEqual(["#1", "#2"]);
    for (const file of files) {
      expect(file.shares.map((share) => share.channel)).toEqual([channel.id]);
      expect(await sharp(file.content).metadata()).toMatchObject({ width: 1024, height: 1024 });
    }
    const posts = slack.calls("chat.postMessage");
    expect(posts.length).toBe(2);
    // The result mentions its member, and the notice mentions nobody.
    expect(posts.map((call) => JSON.stringify(call).includes(max.user.id))).toEqual([false, true]);
    await world.see("the notice gone", () => (slack.said(channel.id).length === 1 ? true : undefined));
    expect(resultsFor(slack, prompt)).toHaveLength(1);
  });
});
