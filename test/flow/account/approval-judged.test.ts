import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { MessageView } from "../../../src/platforms/console/api/api.ts";
import { createConsoleClient, type ConsoleClient } from "../../support/console/console-client.ts";
import { startTestEasel, type TestEasel } from "../../support/easel.ts";

let easel: TestEasel;
let ada: ConsoleClient;

beforeAll(async () => {
  easel = await startTestEasel();
  ada = createConsoleClient(easel.url, "admin");
  await ada.answerTo("/easel-admin channel limits --approve_count 1 --confirm_seconds 4");
  await untilLimits((text) => text.includes("pictures at once than: 1"));
});

afterAll(async () => {
  await ada.close();
  await easel.stop();
});

/** Resolves when the member sees it. */
async function untilLimits(says: (text: string) => boolean): Promise<void> {
  for (let text = ""; text === "" || !says(text);) text = (await easel.console.answerTo("/easel limits")).text;
}

/** Asks for two pictures, which an admin must approve. */
async function ask(prompt: string): Promise<MessageView> {
  await easel.console.say(`/imagine ${prompt} --count 2`);
  return ada.see("the question", (messages) =>
    messages.find(({ text }) => text.includes("asks for") && text.includes(prompt)),
  );
}

/** Tries to approve a request that is no longer allowed. Returns the admin's answer and the member's notice. */
async function approve(
  question: MessageView,
  prompt: string,
  reason: string,
  theirs = reason,
): Promise<[string, string]> {
  await ada.press(question, "Approve", "admin");
  const said = await ada.see("why not", (messages) =>
    messages.find(({ text }) => text.startsWith("It is no longer allowed") && text.includes(reason)),
  );
  const notice = await easel.console.see("the word to the member", (messages) =>
    messages.find(({ text }) => text.includes("asked for") && text.includes(prompt) && text.includes(theirs)),
  );
  return [said.text, notice.text];
}

/** Approves the request, and resolves when its pictures are posted. */
async function isMade(question: MessageView): Promise<void> {
  const withPictures = (messages: MessageView[]) => messages.filter(({ files }) => files.length === 2);
  const before = withPictures(easel.console.messages()).length;
  await ada.press(question, "Approve", "admin");
  await easel.console.see("the pictures", (messages) => withPictures(messages)[before]);
}

describe("an approval overrides quotas and thresholds only", () => {
  it("names a member who was blocked meanwhile to the admin, but not in the channel", async () => {
    const prompt = "two foxes in fog";
    const question = await ask(prompt);
    await ada.answerTo("/easel-admin people block Max");
    const [admin, member] = await approve(question, prompt, "has been blocked", "may not use");
    expect(admin).toContain("• Max (member) has been blocked from using Easel (rule: the organisation).");
    expect(admin).toContain("Nothing was decided.");
    expect(member).toContain("You may not use Easel here at the moment (rule: the organisation).");
    expect(member).not.toContain("blocked");
    await ada.answerTo("/easel-admin people unblock Max");
    await isMade(question);
  });

  it("makes nothing for a member who may no longer use the channel", async () => {
    const prompt = "two foxes in snow";
    const question = await ask(prompt);
    await ada.answerTo("/easel-admin channel access --only @admins");
    const [admin] = await approve(question, prompt, "no longer among them", "may not use");
    expect(admin).toContain(
      "• Only some people may use Easel in this channel, and Max (member) is no longer among them",
    );
    await ada.answerTo("/easel-admin channel access --only @makers");
    await isMade(question);
  });

  it("approves nothing while the channel is paused or the model is not allowed", async () => {
    const prompt = "two foxes in rain";
    const question = await ask(prompt);
    await ada.answerTo("/easel-admin pause channel");
    const [admin, member] = await approve(question, prompt, "is paused");
    for (const text of [admin, member]) {
      expect(text).toContain("• Easel is paused for this channel: Ada (admin) paused it.");
      expect(text).not.toContain("continue by themselves");
    }
    await ada.answerTo("/easel-admin resume channel");
    await ada.answerTo("/easel-admin channel models provider-b/*");
    const [, theirs] = await approve(question, prompt, "`model`: `provider-a/image-2` isn't allowed");
    expect(theirs).toContain("• `model`: `provider-a/image-2` isn't allowed for this channel. Allowed: `");
    await ada.answerTo("/easel-admin channel models all");
    await isMade(question);
  });
});

describe("a member's yes to a price", () => {
  it("makes nothing if the member may no longer make it", async () => {
    const asked = await easel.console.answerTo("/video a slow fox --seconds 5");
    await ada.answerTo("/easel-admin people block Max");
    await easel.console.press(asked, "Make it for 5 s");
    const refused = await easel.console.see("the refusal", (messages) =>
      messages.find(({ text }) => text.includes("You have been blocked from using Easel")),
    );
    expect(refused.text).toContain("Nothing was sent or spent.");
    await ada.answerTo("/easel-admin people unblock Max");
    await untilLimits(() => true);
  });
});
