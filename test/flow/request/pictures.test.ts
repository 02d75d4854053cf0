import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { MessageView } from "../../../src/platforms/console/api/api.ts";
import type { SectionView } from "../../../src/platforms/console/api/message-parts.ts";
import { startDiscordEasel, type DiscordEasel } from "../../support/discord/discord-easel.ts";
import { postsIn } from "../../support/fake-discord/fake-discord.ts";
import { DiscordFailure } from "../../support/fake-discord/failure.ts";
import { modalOf } from "../../support/fake-discord/interactions.ts";
import { buttonsOf, type Acted } from "../../support/fake-discord/person.ts";
import { sentText } from "../../support/fake-discord/reading.ts";
import type { FakeMessage } from "../../support/fake-discord/world.ts";
import { record } from "../../support/fake-slack/blocks.ts";
import { picturesOf } from "../../support/fake-slack/pictures.ts";
import type { FakeEphemeral, FakeView } from "../../support/fake-slack/world.ts";
import { hurriedClock } from "../../support/fault/hurried-clock.ts";
import { filesOf, startSlackEasel, type SlackEasel } from "../../support/slack/slack-easel.ts";

const overrides = { sandboxSpeed: 0, sandboxMedia: "tiny", clock: hurriedClock } as const;

/** The thumbnails in a component. */
function thumbnailsOf(component: unknown): unknown[] {
  const { components, accessory, ...own } = record(component);
  const inner = [...(Array.isArray(components) ? components : []), ...(accessory === undefined ? [] : [accessory])];
  return [...(own["type"] === 11 ? [own] : []), ...inner.flatMap(thumbnailsOf)];
}

describe("one of several pictures on Discord", () => {
  let here: DiscordEasel;
  beforeAll(async () => {
    here = await startDiscordEasel({ overrides });
  });
  afterAll(() => here.stop());

  /** The message that only the person who pressed sees, other than the pressed one. */
  const answerTo = ({ interaction }: Acted): Promise<FakeMessage> =>
    here.discord.until("the answer", () =>
      [interaction.original, ...interaction.followUps].find(
        (message) => message !== interaction.source && message?.visibleTo === interaction.user.id,
      ),
    );

  it("opens by its number for the member who pressed, who can continue from it", async () => {
    const prompt = "two herons";
    here.person.command("imagine", { prompt, count: 2 });
    const result = await here.result(prompt);
    expect(result.attachments).toHaveLength(2);
    expect(
      buttonsOf(result)
        .slice(0, 2)
        .map(({ label }) => label),
    ).toEqual(["Picture 1", "Picture 2"]);
    await here.settled();

    const pressed = here.person.press(result, "Picture 2");
    const shown = await answerTo(pressed);
    // The upload may take longer than Discord waits for an answer.
    expect(await pressed.answered).toEqual({ type: 6 });
    expect(shown.content).toContain("**Picture 2 of 2**");
    expect(shown.attachments).toMatchObject([{ filename: "two-herons-2.png", description: prompt }]);
    expect(here.discord.as(here.ada, here.channel).sees()).not.toContain(shown);

    const edit = here.person.press(shown, "Edit");
    expect((await edit.answered).type).toBe(9);
    expect(modalOf(edit.interaction).components[0]).toMatchObject({
      description: "Picture 2 of “two herons” · Describe what should change",
    });
    await here.person.submit(edit, { prompt: "paint them blue" }).answered;
    expect((await here.result("paint them blue")).content).toContain("from picture 2 of “two herons”");

    const refer = here.person.press(shown, "Use as reference");
    expect(await refer.answered).toMatchObject({ type: 9, data: { title: "Use as reference" } });
    await here.person.submit(refer, { prompt: "their nest" }).answered;
    expect((await here.result("their nest")).content).toContain("from picture 2 of “two herons”");

    await here.person.press(shown, "Again like this").answered;
    const again = await here.discord.until("one more", () =>
      postsIn(here.channel).find((one) => one !== result && one.attachments[0]?.description === prompt),
    );
    expect(again.attachments).toHaveLength(1);
    expect(again.replyTo).toBe(result.id);
    const recipe = await answerTo(here.person.press(shown, "Recipe"));
    expect(sentText(recipe)).toContain("Prompt: two herons");
  });

  it("is no longer shown after its result was deleted", async () => {
    const prompt = "two cranes";
    here.person.command("imagine", { prompt, count: 2 });
    const result = await here.result(prompt);
    await here.settled();
    await here.person.press(result, "Delete").answered;
    await here.discord.until("it gone", () => (postsIn(here.channel).includes(result) ? undefined : true));
    const told = await answerTo(here.person.press(result, "Picture 1"));
    expect(told.content).toBe("That picture is no longer here.");
    expect(told.attachments).toEqual([]);
  });

  it("is shown next to its request in the list of requests, as in its message", async () => {
    const prompt = "two terns";
    here.person.command("imagine", { prompt, count: 2 });
    const result = await here.result(prompt);
    await here.settled();
    const thumbnailsIn = (message: FakeMessage): unknown[] => message.components.flatMap(thumbnailsOf);
    const file = result.attachments[0];
    const address: unknown = expect.stringContaining(`/${file?.id}/${file?.filename}?`);
    const shown = { type: 11, media: { url: address }, description: prompt };
    const listed = await answerTo(here.person.command("jobs"));
    expect(thumbnailsIn(listed)).toContainEqual(shown);
    const before = listed.components;
    await here.person.press(listed, "Refresh").answered;
    await here.discord.until("the list again", () => (listed.components === before ? undefined : true));
    expect(thumbnailsIn(listed)).toContainEqual(shown);
    // Another member of the channel sees it too. It is looked up once for everyone.
    const ada = here.discord.as(here.ada, here.channel);
    const theirs = await answerTo(ada.command("jobs", { scope: "channel" }));
    expect(thumbnailsIn(theirs)).toContainEqual(shown);
    const lookUps = here.discord.ledger.filter(
      ({ method, path }) => method === "GET" && path.endsWith(`/${result.id}`),
    );
    expect(lookUps).toHaveLength(1);

    // If Discord refuses the thumbnail's address, the text is sent without it.
    here.discord.interrupt({
      method: "POST",
      route: "/interactions/:id/:token/callback",
      times: 1,
      failure: new DiscordFailure(400, 50_035, "Invalid Form Body"),
    });
    const without = await answerTo(here.person.command("jobs"));
    expect(sentText(without)).toContain(prompt);
    expect(thumbnailsIn(without)).toEqual([]);
  });

  it("does not delay the list of requests", async () => {
    const prompt = "a slow godwit";
    here.person.command("imagine", { prompt });
    await here.result(prompt);
    await here.settled();
    const held = Promise.withResolvers<void>();
    here.discord.interrupt({ method: "GET", route: "/channels/:id/messages/:id", hold: held.promise });
    const pressed = here.person.command("jobs");
    const listed = await answerTo(pressed);
    expect(sentText(listed)).toContain(prompt);
    expect(listed.components.flatMap(thumbnailsOf)).not.toContainEqual(
      expect.objectContaining({ description: prompt }),
    );
    held.resolve();
    await here.discord.until("the picture", () =>
      here.discord.ledger.some(
        ({ method, route, status }) => method === "GET" && route.endsWith("/messages/:id") && status === 200,
      )
        ? true
        : undefined,
    );
    await here.person.press(listed, "Refresh").answered;
    await here.discord.until("the picture in the list", () =>
      listed.components.flatMap(thumbnailsOf).some((one) => record(one)["description"] === prompt) ? true : undefined,
    );
  });

  it("opens in the Console, with a link to its original, and is shown in the forms that work from it", async () => {
    const { console: max } = here.easel;
    const prompt = "two owls";
    await max.say(`/imagine ${prompt} --count 2`);
    const result = await max.see("the result", (all) => all.find(({ files }) => files[1]?.description === prompt));
    expect(result.buttons.slice(0, 2).map(({ label }) => label)).toEqual(["Picture 1", "Picture 2"]);
    await max.press(result, "Picture 2");
    const shown = await max.see("the picture", (all) => all.find(({ text }) => text.includes("Picture 2 of 2")));
    expect(shown).toMatchObject({ private: true, files: [{ name: "two-owls-2.png" }] });
    const link = /Original, available until .+: (http:\S+)/.exec(shown.text)?.[1] ?? "";
    expect((await fetch(link)).status).toBe(200);
    const { form } = await max.press(shown, "Edit");
    const picture = `${result.files[1]?.url}?width=320`;
    expect(form?.about).toEqual({ text: "Picture 2 of “two owls”", picture });
    await max.fillIn(form, { values: { prompt: "at night" } });
    const edited = await max.see("the edit", (all) => all.find(({ files }) => files[0]?.description === "at night"));
    expect(edited.footer).toContain("from picture 2 of “two owls”");
  });

  it("is shown next to its request in the Console's list of requests too, until the result is deleted", async () => {
    const { console: max, url } = here.easel;
    const prompt = "two wrens";
    await max.say(`/imagine ${prompt} --count 2`);
    const result = await max.see("the result", (all) => all.find(({ files }) => files[1]?.description === prompt));
    const entryOf = (listed: MessageView): SectionView | undefined =>
      listed.sections?.find(({ text }) => text?.includes(prompt));
    const listed = await max.answerTo("/jobs");
    const picture = { url: `${result.files[0]?.url}?width=320`, description: prompt };
    expect(entryOf(listed)).toMatchObject({ picture });
    expect((await fetch(url + picture.url)).status).toBe(200);
    await max.press(result, "Delete");
    await max.see("it gone", (all) => (all.some(({ id }) => id === result.id) ? undefined : true));
    await max.see("what it did", (all) => all.find(({ text }) => text === "Deleted."));
    const after = entryOf(await max.answerTo("/jobs"));
    expect(after?.text).toContain(prompt);
    expect(after?.picture).toBeUndefined();
  });
});

describe("one of several pictures in Slack", () => {
  let here: SlackEasel;
  beforeAll(async () => {
    here = await startSlackEasel("http", {}, overrides);
  });
  afterAll(() => here.stop());

  it("opens by its number for the member who pressed, as in the channel, and so do its forms", async () => {
    const { max, slack, channel } = here;
    const prompt = "two storks";
    await max.slash(channel.id, "/imagine", `${prompt} --count 2`).outcome;
    const result = await here.result(prompt);
    await here.settled();
    const numbers = slack.buttons(result).slice(0, 2);
    expect(numbers.map(({ label }) => label)).toEqual(["Picture 1", "Picture 2"]);
    const [, second] = filesOf(slack, result);
    const seen = (count: number): Promise<FakeEphemeral> =>
      here.see("the picture", () => {
        const mine = slack.world.ephemerals.filter((one) => slack.read(one).includes("Picture 2 of 2"));
        return mine.length < count ? undefined : mine.at(-1);
      });
    const edit = async (message: FakeEphemeral): Promise<FakeView> => {
      const button = slack.buttons(message).find(({ label }) => label === "Edit");
      const before = max.view();
      await max.press({ channel: channel.id, ts: "1.000001" }, button?.id ?? "").outcome;
      return here.see("the form", () => (max.view() === before ? undefined : max.view()));
    };

    await max.press(result, numbers[1]?.id ?? "").outcome;
    const shown = await seen(1);
    expect(shown.userId).toBe(max.user.id);
    expect(picturesOf(shown.blocks)).toEqual([second?.id]);
    // Nothing was uploaded for this.
    expect(slack.messages(slack.directWith(max).id)).toEqual([]);
    const about = { type: "section", text: { text: "Picture 2 of “two storks”" } };
    const form = await edit(shown);
    expect(form.view.blocks[0]).toMatchObject({ ...about, accessory: { slack_file: { id: second?.id } } });
    await max.submit({ prompt: "paint them red" }).outcome;
    await here.result("paint them red");

    // Slack refuses blocks with a deleted file.
    if (second) second.isDeleted = true;
    await max.press(result, numbers[1]?.id ?? "").outcome;
    const without = await seen(2);
    expect(picturesOf(without.blocks)).toEqual([]);
    const again = await edit(without);
    expect(again.view.blocks[0]).toMatchObject(about);
    expect(record(again.view.blocks[0])["accessory"]).toBeUndefined();
  });

  it("is shown next to its request in the list of requests while the channel shows it", async () => {
    const { max, slack, channel } = here;
    const prompt = "two curlews";
    await max.slash(channel.id, "/imagine", `${prompt} --count 2`).outcome;
    const result = await here.result(prompt);
    await here.settled();
    const [first] = filesOf(slack, result);
    const thumbnailOf = (listed: FakeEphemeral): unknown =>
      listed.blocks.find((block) => JSON.stringify(block).includes(prompt))?.["accessory"];
    const list = async (): Promise<FakeEphemeral> => {
      const before = slack.world.ephemerals.length;
      await max.slash(channel.id, "/jobs", "").outcome;
      return here.see("the list", () =>
        slack.world.ephemerals.slice(before).find((one) => slack.read(one).includes(prompt)),
      );
    };
    const accessory = { type: "image", slack_file: { id: first?.id }, alt_text: prompt };
    const listed = await list();
    expect(thumbnailOf(listed)).toEqual(accessory);
    const refreshed = async (): Promise<FakeEphemeral> => {
      const shown = listed.blocks;
      const refresh = slack.buttons(listed).find(({ label }) => label === "Refresh")?.id ?? "";
      await max.press({ channel: channel.id, ts: "1.000001" }, refresh).outcome;
      return here.see("the list again", () => (listed.blocks === shown ? undefined : listed));
    };
    expect(thumbnailOf(await refreshed())).toEqual(accessory);

    if (first) first.isDeleted = true;
    expect(thumbnailOf(await refreshed())).toBeUndefined();
    expect(thumbnailOf(await list())).toBeUndefined();
    expect(slack.read(listed)).toContain(prompt);
  });
});
