import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { advanceGateway, createsAt } from "../../support/gateway/sandbox-calls.ts";
import { startDiscordEasel, type DiscordEasel } from "../../support/discord/discord-easel.ts";
import { postsIn, type Fault } from "../../support/fake-discord/fake-discord.ts";
import { ConnectionCut, DiscordFailure, failures } from "../../support/fake-discord/failure.ts";
import type { FakeMessage } from "../../support/fake-discord/world.ts";

const ASKED_AT = /Requested on \d{1,2} \w+ \d{4} at \d{2}:\d{2} \(UTC\)\. An error may have been shown/;

let here: DiscordEasel;

beforeAll(async () => {
  here = await startDiscordEasel();
});
afterAll(() => here.stop());

afterEach(() => {
  here.discord.forgive();
  here.channel.messages.clear();
});

/**
 * Completes a request with `[slow:600]`, which runs however long the acknowledgement takes. Waits for its create first: the
 * notice can appear before the gateway has the job, which would then start only after the advance.
 */
async function finish(prompt: string): Promise<void> {
  const { sandboxUrl } = here.easel;
  const isCreated = async (): Promise<boolean> =>
    (await createsAt(sandboxUrl)).some(({ body, status }) => body.includes(prompt) && status === 202);
  await expect.poll(isCreated).toBe(true);
  await advanceGateway(sandboxUrl, 601);
}

/** Waits until the result is the only message: its notice is removed afterwards. */
async function isAlone(result: FakeMessage): Promise<void> {
  await here.discord.until("the notice gone", () => (postsIn(here.channel).length === 1 ? true : undefined));
  expect(postsIn(here.channel)).toEqual([result]);
}

/** The notice of a prompt that begins with these words, whether Easel posted it or Discord's acknowledgement became it. */
function notice(words: string): Promise<FakeMessage> {
  return here.discord.until("the notice", () =>
    postsIn(here.channel).find(({ content, attachments }) => content.includes(words) && attachments.length === 0),
  );
}

const CALLBACK = { method: "POST", route: "/interactions/:id/:token/callback", times: 10 } as const;
const serverError = (): DiscordFailure => new DiscordFailure(503, 0, "Service Unavailable");

describe("a request that Discord reports as failed after it was accepted", () => {
  it.each<[string, Pick<Fault, "failure" | "hold">]>([
    ["is refused as unknown", { failure: failures.unknownInteraction() }],
    ["gets a server error", { failure: serverError() }],
    ["breaks off", { failure: new ConnectionCut() }],
    ["never gets an answer", { hold: new Promise(() => {}) }],
  ])("is made and says when it was requested, if the acknowledgement %s", async (why, fault) => {
    const prompt = `a fox that ${why} [slow:600]`;
    here.discord.interrupt({ ...CALLBACK, ...fault });
    const asked = here.person.command("imagine", { prompt });
    expect((await notice("a fox that")).content).toMatch(ASKED_AT);
    await finish(prompt);
    const result = await here.result(prompt);
    expect(result.content).toMatch(ASKED_AT);
    expect(result.pings).toEqual([here.max.id]);
    expect(asked.interaction.callback).toBeUndefined();
    await isAlone(result);
  });

  it("says when it was requested even if it was a press", async () => {
    const prompt = "a wren";
    here.person.command("imagine", { prompt });
    const first = await here.result(prompt);
    await here.settled();
    here.discord.interrupt({ ...CALLBACK, failure: failures.unknownInteraction() });
    here.person.press(first, "Again");
    const second = await here.discord.until("another result", () =>
      postsIn(here.channel).find(({ id, attachments }) => attachments.length > 0 && id !== first.id),
    );
    expect(second.content).toMatch(ASKED_AT);
  });
});

describe("an acknowledgement that Discord accepted but whose answer was lost", () => {
  it.each([
    ["an error", serverError()],
    ["a broken connection", new ConnectionCut()],
  ])("is found after %s, and becomes the notice", async (after, failure) => {
    const prompt = `a heron after ${after} [slow:600]`;
    here.discord.interrupt({ ...CALLBACK, times: 1, failure, after: true });
    const asked = here.person.command("imagine", { prompt });
    await asked.answered;
    expect((await notice("a heron after")).id).toBe(asked.interaction.original?.id);
    await finish(prompt);
    const result = await here.result(prompt);
    expect(result.content).not.toMatch(ASKED_AT);
    await isAlone(result);
  });

  it("is found even if its acceptance was never stored", async () => {
    const prompt = "an owl [slow:600]";
    here.discord.interrupt({ ...CALLBACK, times: 1, failure: serverError(), after: true });
    const route = "/webhooks/:id/:token/messages/@original";
    here.discord.interrupt({ method: "GET", route, times: 10, failure: serverError() });
    const asked = here.person.command("imagine", { prompt });
    await asked.answered;
    expect((await notice("an owl")).id).toBe(asked.interaction.original?.id);
    await finish(prompt);
    const result = await here.result(prompt);
    expect(result.content).not.toMatch(ASKED_AT);
    await isAlone(result);
  });
});
