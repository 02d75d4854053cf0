import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startDiscordEasel, type DiscordEasel } from "../support/discord-easel.ts";
import type { Acted } from "../support/fake-discord/person.ts";
import type { FakeMessage } from "../support/fake-discord/world.ts";
import { createsAt } from "../support/sandbox-calls.ts";

let here: DiscordEasel;

beforeAll(async () => {
  here = await startDiscordEasel();
});
afterAll(() => here.stop());

/** What only the person who acted sees of the answer. */
function answerTo({ interaction }: Acted): Promise<FakeMessage> {
  return here.discord.until("the answer", () =>
    [interaction.original, ...interaction.followUps].find(
      (message) => message?.visibleTo === here.max.id && message.content !== "",
    ),
  );
}

/** What the gateway was asked to make, by the prompts. */
async function prompts(): Promise<string[]> {
  const creates = await createsAt(here.easel.sandboxUrl);
  return creates.map(({ body }) => String(JSON.parse(body).prompt));
}

describe("options in a slash command's prompt", () => {
  it("are read, and never drawn", async () => {
    here.person.command("imagine", { prompt: "fox --size 512x512 --count 2" });
    const result = await here.result("fox");
    expect(result.attachments).toHaveLength(2);
    const creates = await createsAt(here.easel.sandboxUrl);
    expect(creates.map(({ body }) => JSON.parse(body))).toMatchObject(
      Array.from({ length: 2 }, () => ({ prompt: "fox", size: "512x512" })),
    );
  });

  it.each([
    ["contradict what was picked", { prompt: "owl --size 2K", size: "1K" }, "is given twice: “2K” and “1K”"],
    ["stand behind a space", { prompt: "owl -- size 1K" }, "Did you mean `--size 1K`?"],
    ["stand behind a phone's dash", { prompt: "owl —size 1K" }, "Did you mean `--size 1K`?"],
    ["are another tool's", { prompt: "owl --ar 16:9" }, "Did you mean `aspect_ratio`?"],
    ["are misspelt", { prompt: "owl --sise 1K" }, "Did you mean `size`?"],
  ])("are refused where they %s", async (_name, values, told) => {
    const before = await prompts();
    const answer = await answerTo(here.person.command("imagine", values));
    expect(answer.content).toContain(told);
    expect(await prompts()).toEqual(before);
  });

  it("are read in a form as well", async () => {
    here.person.command("imagine", { prompt: "a grey cat" });
    const result = await here.result("a grey cat");
    await here.settled();
    const wrong = here.person.press(result, "Edit");
    await wrong.answered;
    const refused = await answerTo(here.person.submit(wrong, { prompt: "make it blue -- size 1K" }));
    expect(refused.content).toContain("Did you mean `--size 1K`?");
    const right = here.person.press(result, "Edit");
    await right.answered;
    here.person.submit(right, { prompt: "make it blue --size 2K" });
    await here.result("make it blue");
    expect((await prompts()).filter((prompt) => prompt.startsWith("make it blue"))).toEqual(["make it blue"]);
  });

  it("by a number that the picture does not have are refused in a reply", async () => {
    here.person.command("imagine", { prompt: "a grey dog" });
    const result = await here.result("a grey dog");
    await here.settled();
    const before = await prompts();
    here.person.write("#2 make it red", { replyTo: result });
    const dm = here.discord.world.dmWith(here.max);
    const told = await here.discord.until("the answer", () =>
      [...dm.messages.values()].find(({ content }) => content.includes("no picture #2")),
    );
    expect(told.content).toContain("only #1");
    expect(await prompts()).toEqual(before);
  });
});
