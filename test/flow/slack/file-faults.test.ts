import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Fault } from "../../support/fake-slack/ledger.ts";
import type { SaidFile } from "../../support/fake-slack/member-files.ts";
import { createsAt } from "../../support/gateway/sandbox-calls.ts";
import { startSlackEasel, type SlackEasel } from "../../support/slack/slack-easel.ts";

let world: SlackEasel;

beforeAll(async () => {
  world = await startSlackEasel("http");
});
beforeEach(() => world.nextChannel());
afterAll(async () => {
  await world.stop();
});

interface Case {
  readonly file: Partial<SaidFile>;
  readonly info?: Fault;
  readonly lacks?: string;
  readonly says: readonly string[];
}

const CASES: Readonly<Record<string, Case>> = {
  "the app lacks the scope, so that Slack gives a page": { file: {}, lacks: "files:read", says: ["`files:read`"] },
  "Slack gives a page for another reason": { file: { download: { kind: "html" } }, says: ["login page", "files:read"] },
  "the file is foreign, and the app lacks the scope": {
    file: { isForeign: true },
    lacks: "files:read",
    says: ["lacks the scope", "`files:read`", "OAuth & Permissions"],
  },
  "the file is foreign, and kept from us": {
    file: { isForeign: true },
    info: { kind: "error", error: "access_denied" },
    says: ["another workspace"],
  },
  "the file is foreign, and its download is refused": {
    file: { isForeign: true, download: { kind: "html" } },
    says: ["another workspace"],
  },
  "the file is kept elsewhere": {
    file: { address: "https://drive.google.com/file/d/1/view" },
    says: ["kept outside Slack", "upload it to Slack"],
  },
  "the file is kept elsewhere, and foreign": {
    file: { address: "https://drive.google.com/file/d/1/view", isForeign: true },
    says: ["kept outside Slack", "upload it to Slack"],
  },
  "the file leads to a login page": {
    file: { download: { kind: "redirect", to: "https://fake.slack.com/?redir=%2Ffiles-pri%2FT1-F1%2Fsea.png" } },
    says: ["login page", "files:read"],
  },
  "the file leads elsewhere": {
    file: { download: { kind: "redirect", to: "https://evil.example/a.png" } },
    says: ["evil.example"],
  },
};

describe.each(Object.entries(CASES))("when %s", (_name, { file, info, lacks, says }) => {
  const given = (): SaidFile => ({ name: "sea.png", mimeType: "image/png", content: randomBytes(64), ...file });

  async function inTrouble(act: () => Promise<unknown>): Promise<void> {
    const { slack, easel } = world;
    const before = (await createsAt(easel.sandboxUrl)).length;
    if (info) slack.fault("files.info", info);
    if (lacks !== undefined) slack.world.scopes.delete(lacks);
    await act();
    if (lacks !== undefined) slack.world.scopes.add(lacks);
    expect((await createsAt(easel.sandboxUrl)).length).toBe(before);
  }

  it("a form says so at the file's field", async () => {
    const { max, channel } = world;
    await max.slash(channel.id, "/imagine", "").outcome;
    const view = await world.see("the form", () => max.view());
    await inTrouble(() => max.submit({ prompt: "make it blue" }, { image: [given()] }).outcome);
    expect(Object.keys(view.errors)).toEqual(["image"]);
    for (const words of says) expect(view.errors["image"]).toContain(words.replaceAll("`", ""));
    expect(view.errors["image"]).toContain(`“${file.isForeign ? "file" : "sea.png"}”`);
    view.isOpen = false;
  });

  it("a mention is answered with the reason", async () => {
    const { slack, max, channel } = world;
    const before = slack.privately(max.user.id).length;
    await inTrouble(() => max.mention(channel.id, "make it blue", { files: [given()] }).outcome);
    const answer = await world.see("an answer", () => slack.privately(max.user.id)[before]);
    for (const words of says) expect(answer).toContain(words.replaceAll("`", ""));
  });
});
