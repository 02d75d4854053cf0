import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startDiscordEasel, type DiscordEasel } from "../../support/discord/discord-easel.ts";
import { postsIn } from "../../support/fake-discord/fake-discord.ts";
import { buttonsOf, type Acted } from "../../support/fake-discord/person.ts";
import type { FakeMessage } from "../../support/fake-discord/world.ts";
import { holdableClock } from "../../support/fault/holdable-clock.ts";
import { hurriedClock } from "../../support/fault/hurried-clock.ts";

/** While it is held, no timer fires. */
const clock = holdableClock(hurriedClock);

let here: DiscordEasel;

beforeAll(async () => {
  here = await startDiscordEasel({ overrides: { clock } });
  await limit({ confirm_seconds: 4 }, "confirm clips billed above");
});
afterAll(() => here.stop());

/** Sets limits of the channel, and resolves once they apply to the member. */
async function limit(options: Record<string, number>, shown: string): Promise<void> {
  await answerTo(here.discord.as(here.ada, here.channel).command("easel-admin channel limits", options));
  for (let text = ""; !text.includes(shown);) text = (await answerTo(here.person.command("easel limits"))).content;
}

/** The private answer. */
function answerTo({ interaction }: Acted): Promise<FakeMessage> {
  return here.discord.until("the answer", () =>
    [interaction.original, ...interaction.followUps].find(
      (message) => message && message.visibleTo === interaction.user.id && message.content !== "",
    ),
  );
}

describe("confirming a price", () => {
  it("shows the notice first, and removes the question's button", async () => {
    const question = await answerTo(here.person.command("video", { prompt: "a slow boat [slow:5]", seconds: 5 }));
    const known = new Set(postsIn(here.channel));
    clock.hold();
    here.person.press(question, "Make it for 5 s");
    const [first] = await here.discord.until("the first post", () => {
      const posts = postsIn(here.channel).filter((post) => !known.has(post));
      return posts.length === 0 ? undefined : posts;
    });
    expect(first?.content).toContain("asked for a clip: “a slow boat");
    await here.discord.until("the question closed", () => (buttonsOf(question).length === 0 ? true : undefined));
    expect(question.content).toContain("You said yes");
    clock.release();
    await here.result("a slow boat [slow:5]");
  });

  it("answers a second press before that, but makes nothing more", async () => {
    const prompt = "a quick boat";
    const question = await answerTo(here.person.command("video", { prompt, seconds: 5 }));
    const presses = [1, 2].map(() => here.person.press(question, "Make it for 5 s"));
    await Promise.all(presses.map(({ answered }) => answered));
    await here.result(prompt);
    await here.settled();
    const shows = ({ attachments }: FakeMessage): boolean => attachments.some((file) => file.description === prompt);
    expect(postsIn(here.channel).filter(shows)).toHaveLength(1);
    expect(buttonsOf(question)).toEqual([]);
  });

  it("can be confirmed again after a refusal", async () => {
    const question = await answerTo(here.person.command("video", { prompt: "a blocked boat", seconds: 5 }));
    await limit({ max_seconds: 4 }, "Longest clip, in billed seconds: 4 s");
    const refused = await answerTo(here.person.press(question, "Make it for 5 s"));
    expect(refused.content).toContain("Allowed for this channel");
    expect(buttonsOf(question)).not.toEqual([]);
  });
});
