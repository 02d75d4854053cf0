import { afterEach, expect, it } from "vitest";
import { startDiscordEasel, type DiscordEasel } from "../../support/discord/discord-easel.ts";
import { failures } from "../../support/fake-discord/failure.ts";
import { postsIn } from "../../support/fake-discord/fake-discord.ts";
import { readText } from "../../support/fake-discord/reading.ts";
import { hurriedClock } from "../../support/fault/hurried-clock.ts";

let here: DiscordEasel | undefined;
afterEach(() => here?.stop());

it.each([
  ["without a public address", {}],
  [
    "with an address of the operator's own network",
    { PUBLIC_URL: "http://192.168.0.7:8081", PUBLIC_PORT: "0", CONSOLE: "off" },
  ],
])(
  "a picture that is too large for Discord is never linked where members can't open it: %s",
  async (_how, environment) => {
    here = await startDiscordEasel({
      environment,
      overrides: { sandboxSpeed: 0, sandboxMedia: "tiny", clock: hurriedClock },
    });
    const { discord, channel, person } = here;
    // Both the original and the smaller version are refused.
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
    expect(everything).not.toMatch(/127\.0\.0\.1|localhost|192\.168/);

    // The doctor reports it too.
    const { interaction } = discord.as(here.ada, channel).command("easel-admin doctor");
    const findings = await discord.until("the doctor's answer", () => interaction.original?.content);
    expect(findings).toContain("⚠ No public address: large results can't be linked.");
  },
);
