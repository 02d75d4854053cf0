import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readyBlock } from "../../../src/app/ready.ts";
import { record, textOf } from "../../support/fake-slack/blocks.ts";
import type { SaidFile } from "../../support/fake-slack/member-files.ts";
import { openTestSandbox, type TestSandbox } from "../../support/gateway/sandbox.ts";
import { refusedUrl } from "../../support/process/tcp-server.ts";
import { startSlackEasel, type SlackEasel } from "../../support/slack/slack-easel.ts";

/** Stands for the operator's gateway, which can't load anything from this machine. */
let gateway: TestSandbox;
let world: SlackEasel;

beforeAll(async () => {
  gateway = await openTestSandbox({ speed: 0, media: "tiny" });
  const key = "sk-sandbox";
  world = await startSlackEasel("socket", {
    IMAGE_BASE_URL: gateway.url,
    IMAGE_API_KEY: key,
    VIDEO_BASE_URL: gateway.url,
    VIDEO_API_KEY: key,
  });
});
beforeEach(() => {
  world.nextChannel();
  world.slack.world.ephemerals.length = 0;
});
afterAll(async () => {
  await world.stop();
  await gateway.close();
});

const NO_ADDRESS = "An admin can set `PUBLIC_URL`".replaceAll("`", "");

async function picture(): Promise<SaidFile> {
  const create = { width: 64, height: 64, channels: 3, background: "red" } as const;
  return { name: "sea.png", mimeType: "image/png", content: await sharp({ create }).png().toBuffer() };
}

const heard = (): string => world.slack.privately(world.max.user.id).at(-1) ?? "";

describe("in Slack without a public address, with the operator's own gateway", () => {
  it("results offer to edit a picture, but not to animate it; an older button says why not", async () => {
    const { slack, max, channel } = world;
    await max.slash(channel.id, "/imagine", "a fox without an address").outcome;
    const result = await world.result("a fox without an address");
    const buttons = slack.buttons(result);
    expect(buttons.map(({ label }) => label)).toContain("Edit");
    expect(buttons.map(({ label }) => label)).not.toContain("Animate");
    const edit = buttons.find(({ label }) => label === "Edit");
    await max.press(result, edit?.id.replace(/^edit:/, "animate:") ?? "").outcome;
    await expect.poll(heard).toContain(NO_ADDRESS);
    expect(max.view()).toBeUndefined();
  });

  it("a message's menu refuses to animate without a form, but still edits", async () => {
    const { max, ada, channel } = world;
    const { message, outcome } = ada.say(channel.id, "look", { files: [await picture()] });
    await outcome;
    await max.shortcut(message, "animate").outcome;
    await expect.poll(heard).toContain(NO_ADDRESS);
    expect(max.view()).toBeUndefined();
    await max.shortcut(message, "edit").outcome;
    const view = await world.see("the form to edit", () => max.view());
    view.isOpen = false;
  });

  it("the form of /video has no fields for files, says why, and makes a clip", async () => {
    const { max, channel } = world;
    await max.slash(channel.id, "/video").outcome;
    const view = await world.see("the form", () => max.view());
    const elements = view.view.blocks.map((block) => textOf(record(block["element"])["type"]));
    expect(elements).toContain("plain_text_input");
    expect(elements).not.toContain("file_input");
    expect(JSON.stringify(view.view.blocks[0])).toContain("PUBLIC_URL");
    await max.submit({ prompt: "waves without an address" }).outcome;
    await world.result("waves without an address");
    await max.slash(channel.id, "/imagine").outcome;
    const imagine = await world.see("the other form", () => max.view());
    expect(JSON.stringify(imagine.view.blocks)).toContain("file_input");
    imagine.isOpen = false;
  });

  it("a typed command with a file says so before anything is spent", async () => {
    const { max, channel } = world;
    await max.mention(channel.id, "/video make it move", { files: [await picture()] }).outcome;
    await expect.poll(heard).toContain(NO_ADDRESS);
  });

  it("the start and the doctor report it, and say how to fix it", async () => {
    const { easel, ada, slack, channel } = world;
    expect(readyBlock(easel.app.ready)).toMatch(/Files: .*clips can't use files.*PUBLIC_URL/);
    const before = slack.privately(ada.user.id).length;
    await ada.slash(channel.id, "/easel-admin", "doctor").outcome;
    const doctor = await world.see("the doctor", () => slack.privately(ada.user.id)[before]);
    expect(doctor).toMatch(/⚠ Clips can't use files from Slack.*Set PUBLIC_URL/);
  });
});

it("a loopback address is reported in the same way if the gateway is on another machine", async () => {
  const other = await startSlackEasel("socket", {
    IMAGE_BASE_URL: gateway.url,
    IMAGE_API_KEY: "sk-sandbox",
    // Any other address counts as another machine. Nothing needs to answer there.
    VIDEO_BASE_URL: (await refusedUrl()).replace("127.0.0.1", "0.0.0.0"),
    VIDEO_API_KEY: "sk-sandbox",
    PUBLIC_URL: "http://127.0.0.1:8081",
    PUBLIC_PORT: "0",
    CONSOLE: "off",
  });
  try {
    const { easel, ada, max, slack, channel } = other;
    expect(readyBlock(easel.app.ready)).toMatch(/Files: .*clips can't use files.*PUBLIC_URL/);
    await ada.slash(channel.id, "/easel-admin", "doctor").outcome;
    const doctor = await other.see("the doctor", () => slack.privately(ada.user.id)[0]);
    expect(doctor).toMatch(/⚠ Clips can't use files from Slack.*Set PUBLIC_URL/);
    expect(doctor).toContain("⚠ No public address");
    await max.slash(channel.id, "/video").outcome;
    const view = await other.see("the form", () => max.view());
    expect(JSON.stringify(view.view.blocks)).not.toContain("file_input");
  } finally {
    await other.stop();
  }
});

it("nothing is reported while the sandbox loads files from this machine", async () => {
  const other = await startSlackEasel("socket");
  try {
    expect(readyBlock(other.easel.app.ready)).not.toContain("Files:");
    await other.max.slash(other.channel.id, "/imagine", "a fox in the sandbox").outcome;
    const result = await other.result("a fox in the sandbox");
    expect(other.slack.buttons(result).map(({ label }) => label)).toContain("Animate");
  } finally {
    await other.stop();
  }
});
