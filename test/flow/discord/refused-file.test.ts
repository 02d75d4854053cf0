import { afterAll, beforeAll, expect, it } from "vitest";
import { startDiscordEasel, type DiscordEasel } from "../../support/discord/discord-easel.ts";
import { failures } from "../../support/fake-discord/failure.ts";
import { postsIn } from "../../support/fake-discord/fake-discord.ts";
import { readText } from "../../support/fake-discord/reading.ts";
import { hurriedClock } from "../../support/fault/hurried-clock.ts";

let here: DiscordEasel;

beforeAll(async () => {
  here = await startDiscordEasel({
    overrides: { sandboxSpeed: 0, sandboxMedia: "tiny", clock: hurriedClock },
  });
});
afterAll(() => here.stop());

it("a picture that is too large for Discord is reported without a link to this machine", async () => {
  const { discord, channel, person } = here;
  // As it is, and made smaller.
  const failure = failures.tooLarge();
  discord.interrupt({ method: "POST", route: "/channels/:id/messages", failure, times: 2 });
  await person.command("imagine", { prompt: "a huge heron" }).answered;
  const told = await discord.until("the result", () =>
    postsIn(channel)
      .map((message) => readText(message, discord.world))
      .find((text) => text.includes("too large")),
  );
  expect(told).toContain("your picture was made, but can't be shown here.");
  expect(told).not.toContain("here is your picture");
  expect(told).toContain("PUBLIC_URL");
  const everything = JSON.stringify([discord.ledger, discord.interactions.all().map(({ callback }) => callback)]);
  expect(everything).not.toMatch(/127\.0\.0\.1|localhost/);
});
