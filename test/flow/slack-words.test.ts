import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createsAt } from "../support/sandbox-calls.ts";
import { filesOf, startSlackEasel, type SlackEasel } from "../support/slack-easel.ts";

let world: SlackEasel;

beforeAll(async () => {
  world = await startSlackEasel("socket");
});
beforeEach(() => world.nextChannel());
afterAll(() => world.stop());

async function prompts(): Promise<string[]> {
  const creates = await createsAt(world.easel.sandboxUrl);
  return creates.map(({ body }) => String(JSON.parse(body).prompt));
}

describe("options in a slash command's line", () => {
  it.each([
    ["owl -- size 1K", "Did you mean --size 1K?"],
    ["owl —size 1K", "Did you mean --size 1K?"],
    ["owl --ar 16:9", "Did you mean aspect_ratio?"],
    ["owl --sise 1K", "Did you mean size?"],
    ["owl --size 1K --size 2K", "is given twice: “1K” and “2K”"],
    ["owl --count many", "a whole number from 1 to 10"],
    ['owl --size "2K', "quotation mark"],
  ])("%j is answered in private, and nothing is made", async (line, told) => {
    const before = await prompts();
    const { acknowledged } = await world.max.slash(world.channel.id, "/imagine", line).outcome;
    expect(acknowledged).toBe(true);
    expect(world.slack.privately(world.max.user.id).at(-1)).toContain(told);
    expect(await prompts()).toEqual(before);
    expect(world.slack.said(world.channel.id)).toEqual([]);
  });

  it("are explained in the person's language", async () => {
    const li = world.slack.join({ name: "li", displayName: "Li", locale: "zh-CN" });
    await li.slash(world.channel.id, "/imagine", "狐狸—size 2K").outcome;
    expect(world.slack.privately(li.user.id).at(-1)).toContain("你是指 --size 2K 吗？");
  });

  it("that are dashes of prose are drawn", async () => {
    const prompt = "a fox -- red as fire — at night";
    await world.max.slash(world.channel.id, "/imagine", `${prompt} --size 512x512`).outcome;
    expect(filesOf(world.slack, await world.result(prompt))).toHaveLength(1);
  });
});
