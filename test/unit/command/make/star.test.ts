import { describe, expect, it } from "vitest";
import { viewTexts, type Message } from "../../../../src/core/chat/message.ts";
import { en } from "../../../../src/text/en/index.ts";
import { zhCN } from "../../../../src/text/zh-cn/index.ts";
import { ADA, aPress, aText, GENERAL, MAX } from "../../../support/commands.ts";
import { aBatch, aJob, aRequest } from "../../../support/database/jobs.ts";
import { setUpDispatch } from "../../../support/dispatching.ts";

const EVE = { ...MAX, userId: "eve", displayName: "Eve" };
const STUDIO = { ...GENERAL, channel: "studio" };
const { star: say, jobs: list } = en;

/** Two results of Ada's, one of them in another channel. */
function setUp() {
  const made = setUpDispatch();
  const [red, blue] = [
    aBatch({ requesterId: ADA.userId, request: aRequest({ prompt: "a red fox" }) }),
    aBatch({ requesterId: ADA.userId, request: aRequest({ prompt: "a blue fox" }), conversation: STUDIO }),
  ];
  for (const batch of [red, blue]) made.world.know(batch, [aJob({ state: "succeeded" })], { posts: { result: "m-1" } });
  const last = (): Message => made.responder.closings.at(-1) ?? made.responder.answers.at(-1) ?? { text: "" };
  const listed = async (actor = MAX, conversation = GENERAL): Promise<Message> => {
    await made.send(aText("/jobs --scope starred", { actor, conversation }));
    return made.responder.answers.at(-1) ?? { text: "" };
  };
  /** What was said, without the words of links. */
  const words = (): readonly string[] =>
    made
      .said()
      .split("\n")
      .filter((line) => line !== list.jump);
  return { ...made, red: red.id, blue: blue.id, last, listed, words };
}

const promptsIn = (message: Message): readonly string[] => viewTexts(message).match(/a (?:red|blue) fox/g) ?? [];

describe("a star", () => {
  it("keeps a result for its member, and in its channel's list", async () => {
    const { send, last, red, listed } = setUp();
    expect(await listed()).toMatchObject({ text: list.noneStarred, sections: [] });
    await send(aPress(`star:${red}`));
    expect(last()).toMatchObject({
      text: say.starred,
      sections: [{ link: { label: list.jump, url: "https://chat.test/general/m-1" } }],
      buttons: [
        { id: "jobs:list:starred:0", label: say.list },
        { id: `unstar:${red}`, label: say.unstar },
      ],
    });
    const mine = await listed();
    expect(mine.text).toBe(list.titles.starred);
    expect(promptsIn(mine)).toEqual(["a red fox"]);
    expect(mine.sections?.[0]?.buttons?.map(({ label }) => label)).toEqual([list.show, say.unstar]);
    const hers = await listed(EVE);
    expect(promptsIn(hers)).toEqual(["a red fox"]);
    expect(hers.sections?.[0]?.buttons?.map(({ label }) => label)).toEqual([list.show]);
    expect(promptsIn(await listed(EVE, STUDIO))).toEqual([]);
    expect(promptsIn(await listed(MAX, STUDIO))).toEqual(["a red fox"]);
  });

  it("is removed by a second press, and by its remove button, however often that is pressed", async () => {
    const { send, words, red, listed } = setUp();
    for (const act of ["star", "star", "star", "unstar", "unstar"]) await send(aPress(`${act}:${red}`));
    const { starred, unstarred } = say;
    expect(words()).toEqual([starred, unstarred, starred, unstarred, unstarred]);
    expect((await listed()).text).toBe(list.noneStarred);
  });

  it("is set once by an event that is delivered twice", async () => {
    const { send, words, red } = setUp();
    const press = aPress(`star:${red}`);
    await send(press);
    await send(press);
    expect(words()).toEqual([say.starred, say.starred]);
  });

  it("can be set only by members who can reach the result, and not on a deleted one", async () => {
    const { world, send, words, red, blue } = setUp();
    await send(aPress(`star:${blue}`));
    expect(world.requestsOfBatches).toEqual([]);
    await send(aPress(`star:${red}`));
    await send(aPress(`delete:${red}`, { actor: ADA }));
    await send(aPress(`star:${red}`));
    expect(words()).toEqual([en.gone, say.starred, en.delete.done, say.gone]);
    expect(world.requestsOfBatches).toEqual([`remove ${red} results`]);
  });

  it("lets only its member show the result from other channels", async () => {
    const { send, responder, blue } = setUp();
    await send(aPress(`star:${blue}`, { conversation: STUDIO }));
    await send(aPress(`jobs:show:own:${blue}`));
    await send(aPress(`jobs:show:starred:${blue}`, { actor: EVE }));
    await send(aPress(`jobs:show:starred:${blue}`));
    await send(aText(`/jobs show ${blue.slice(0, 8)} --scope starred`));
    const answers = responder.answers.map(({ text }) => text);
    expect(answers.slice(0, 3)).toEqual([say.starred, en.gone, en.gone]);
    expect(answers).toHaveLength(5);
    for (const text of answers.slice(3)) expect(text).toContain("Prompt: a blue fox");
  });

  it("shows nothing from a channel that its member may no longer read", async () => {
    const { world, send, said, blue, listed } = setUp();
    await send(aPress(`star:${blue}`, { conversation: STUDIO }));
    expect(promptsIn(await listed())).toEqual(["a blue fox"]);
    world.platform.mayRead = async () => false;
    expect((await listed()).text).toBe(list.noneStarred);
    await send(aPress(`jobs:show:starred:${blue}`));
    expect(said().endsWith(`\n${en.gone}`)).toBe(true);
    await send(aPress(`unstar:${blue}`));
    world.platform.mayRead = async () => true;
    expect((await listed()).text).toBe(list.noneStarred);
  });

  it("costs a bounded number of look-ups to list, however many places the starred results are in", async () => {
    const { world, send, listed } = setUp();
    for (let n = 0; n < 120; n += 1) {
      const conversation = { ...GENERAL, channel: `channel-${n}` };
      const batch = aBatch({ requesterId: ADA.userId, conversation });
      world.know(batch, [aJob({ state: "succeeded" })], { posts: { result: "m-1" } });
      await send(aPress(`star:${batch.id}`, { conversation }));
    }
    const asked: string[] = [];
    const { view, starredOf } = world.results;
    world.results.view = (...given) => (asked.push("view"), view(...given));
    world.results.starredOf = (...given) => (asked.push("starredOf"), starredOf(...given));
    world.platform.mayRead = async () => asked.push("mayRead") > 0;
    expect((await listed()).sections).toHaveLength(5);
    const count = (what: string): number => asked.filter((one) => one === what).length;
    const counts = (): readonly number[] => ["view", "starredOf", "mayRead"].map(count);
    expect(counts()).toEqual([5, 1, 10]);
    asked.splice(0);
    await send(aPress("jobs:list:starred:59", { actor: MAX }));
    expect(counts()).toEqual([5, 1, 50]);
  });

  it("can't be set once its member has the most that they may have", async () => {
    const { send, last, red, world } = setUp();
    world.results.star = async () => "full";
    await send(aPress(`star:${red}`));
    expect(last()).toMatchObject({ text: say.full, buttons: [{ label: say.list }] });
  });

  it("is answered in its member's language", async () => {
    const { send, last, red } = setUp();
    await send(aPress(`star:${red}`, { actor: { ...MAX, locale: "zh-CN" } }));
    expect(last()).toMatchObject({
      text: zhCN.star.starred,
      buttons: [{ label: zhCN.star.list }, { label: zhCN.star.unstar }],
    });
    await send(aPress("jobs:list:starred:0", { actor: { ...MAX, locale: "zh-CN" } }));
    expect(last().text).toBe(zhCN.jobs.titles.starred);
  });
});
