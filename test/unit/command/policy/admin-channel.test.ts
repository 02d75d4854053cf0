import { describe, expect, it } from "vitest";
import { adminChannelField, readAdminChannel } from "../../../../src/command/policy/admin-channel.ts";
import type { Conversation } from "../../../../src/core/chat/conversation.ts";
import { PlatformError } from "../../../../src/core/chat/errors.ts";
import { en } from "../../../../src/text/en/index.ts";
import type { Texts } from "../../../../src/text/texts.ts";
import { ADA, createCommandWorld, GENERAL } from "../../../support/commands.ts";

const THREAD: Conversation = { ...GENERAL, thread: "sketches" };
const HERE = "console:main:general";
const STUDIO = "console:main:studio";
const say = en.workspaceSettings;

type Fails = { readonly fails: Error };

/** A workspace with the channel `studio`. `problems`: what keeps Easel from posting in any channel. */
function setUp({
  problems = [],
  listed = true,
  mayRead = true,
}: {
  readonly problems?: Fails | string[];
  readonly listed?: Fails | boolean;
  readonly mayRead?: boolean;
} = {}) {
  const { platform } = createCommandWorld();
  const asked: Conversation[] = [];
  const context = {
    texts: en as Texts,
    platform: {
      ...platform,
      capabilities: {
        ...platform.capabilities,
        problemsIn: async (channel: Conversation) => {
          asked.push(channel);
          if ("fails" in problems) throw problems.fails;
          return problems;
        },
      },
      mayRead: async () => mayRead,
      lookUp: async (_from: unknown, _kind: unknown, given: string) => {
        if (typeof listed !== "boolean") throw listed.fails;
        return listed && given === "studio" ? { id: "studio", name: "#studio*" } : undefined;
      },
    },
  };
  const asking = (isDirect: boolean) => ({ conversation: THREAD, isDirect, actor: ADA });
  return {
    asked,
    read: (given: string, { now, isDirect = false }: { now?: string; isDirect?: boolean } = {}) =>
      readAdminChannel(given, asking(isDirect), now, context),
    field: (now: string | undefined, isDirect = false) => adminChannelField(now, asking(isDirect), context),
  };
}

describe("the given admin channel", () => {
  it.each([
    ["here", HERE],
    [" HERE ", HERE],
    ["studio", STUDIO],
    ["off", undefined],
    ["", undefined],
    ["kept", "console:main:secret"],
  ])("of %j is read", async (given, channel) => {
    expect(await setUp().read(given, { now: "console:main:secret" })).toEqual({ ok: true, channel });
  });

  it("can't be a direct message, or a channel that does not exist", async () => {
    const { read } = setUp();
    expect(await read("here", { isDirect: true })).toEqual({ ok: false, problem: say.noThread });
    expect(await read("nowhere")).toEqual({ ok: false, problem: en.quotaAdmin.noSuchChannel("nowhere") });
  });

  it("can't be a channel where Easel can't post, unless it is already set", async () => {
    const { asked, read } = setUp({ problems: ["Invite me.", "Let me post."] });
    const why = "Invite me. Let me post.";
    expect(await read("here")).toEqual({ ok: false, problem: say.cantPost(say.thisChannel, why) });
    expect(await read("studio")).toEqual({ ok: false, problem: say.cantPost("#studio\\*", why) });
    // The channel is asked about, not the thread.
    expect(asked).toEqual([GENERAL, { ...GENERAL, channel: "studio" }]);
    expect(await read("studio", { now: STUDIO })).toEqual({ ok: true, channel: STUDIO });
  });

  it("is taken if the platform can't say whether Easel can post there", async () => {
    const { read } = setUp({ problems: { fails: new PlatformError("unavailable", "away") } });
    expect(await read("here")).toEqual({ ok: true, channel: HERE });
    await expect(setUp({ problems: { fails: new Error("a bug") } }).read("here")).rejects.toThrow("a bug");
  });
});

describe("the field for the admin channel", () => {
  const { adminChannel: label, adminChannelHint, adminChannelSuggestion, here, kept, off } = en.setup;
  const choice = { type: "choice", name: "admin_channel", label, required: true };
  const HERE_CHOICE = { value: "here", label: here };
  const KEPT = { value: "kept", label: kept };
  const OFF = { value: "off", label: off };

  it.each([
    [undefined, undefined, adminChannelSuggestion],
    [HERE, "general", adminChannelHint],
    [STUDIO, "studio", adminChannelHint],
  ])("is the list of channels if the admin can see %s in it", async (now, value, hint) => {
    const named = { type: "named", kind: "channel", name: "admin_channel", label, hint };
    expect(await setUp().field(now)).toEqual(value === undefined ? named : { ...named, value });
  });

  it.each([
    ["a channel that the admin may not read", setUp({ mayRead: false })],
    ["a channel that is gone", setUp({ listed: false })],
    ["a channel while the platform is away", setUp({ listed: { fails: new PlatformError("unavailable", "away") } })],
  ])("keeps %s, so that saving the form does not clear it", async (_what, { field }) => {
    expect(await field(STUDIO)).toMatchObject({ ...choice, value: "kept", choices: [HERE_CHOICE, KEPT, OFF] });
  });

  it("in direct messages, where platforms list no channels, offers only to keep it or to have none", async () => {
    const { field } = setUp();
    expect(await field(STUDIO, true)).toMatchObject({ ...choice, value: "kept", choices: [KEPT, OFF] });
    expect(await field(undefined, true)).toMatchObject({ ...choice, value: "off", choices: [OFF] });
  });

  it("does not hide a bug", async () => {
    await expect(setUp({ listed: { fails: new Error("a bug") } }).field(STUDIO)).rejects.toThrow("a bug");
  });
});
