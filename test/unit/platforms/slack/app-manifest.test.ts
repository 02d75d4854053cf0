import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { commands } from "../../../../commands/index.ts";
import { linkHostOf, slackManifest } from "../../../../src/platforms/slack/commands/app-manifest.ts";
import { STEPS } from "../../../../src/platforms/slack/commands/workflow-steps.ts";
import { textsFor } from "../../../../src/text/texts.ts";

const specs = commands.map((command) => command.spec);
/** The first words of commands, which are all that Slack knows, each once. */
const names = [...new Set(specs.map(({ name }) => name.split(" ")[0] ?? ""))];
const manifest = (publicUrl?: string, linkHost?: string): string =>
  JSON.stringify(slackManifest({ commands: specs, texts: textsFor("en"), publicUrl, linkHost }));

describe("the Slack app's manifest", () => {
  it("has every command, the message shortcuts and the events", () => {
    expect(JSON.parse(manifest())).toMatchObject({
      features: {
        app_home: { home_tab_enabled: true },
        slash_commands: names.map((name) => ({ command: `/${name}`, should_escape: true })),
        shortcuts: [
          { name: "Edit image", type: "message", callback_id: "edit" },
          { name: "Animate image", type: "message", callback_id: "animate" },
          { name: "Show recipe", type: "message", callback_id: "recipe" },
        ],
      },
      settings: { socket_mode_enabled: true, interactivity: { is_enabled: true } },
    });
  });

  it("has no address in Socket Mode, and one for everything over HTTP", () => {
    expect(manifest()).not.toContain("http");
    const addresses = [...manifest("https://easel.example.com").matchAll(/"https?:[^"]+"/g)].map(
      ([address]) => address,
    );
    expect(new Set(addresses)).toEqual(new Set(['"https://easel.example.com/slack/events"']));
    // Every command, the events and the interactions.
    expect(addresses).toHaveLength(names.length + 2);
  });

  it("is within Slack's limits", () => {
    const { display_information: display } = JSON.parse(manifest()) as { display_information: Record<string, string> };
    expect(display["name"]?.length).toBeLessThanOrEqual(35);
    expect(display["description"]?.length).toBeLessThanOrEqual(140);
    const { features } = JSON.parse(manifest()) as {
      features: {
        slash_commands: { command: string; description: string; usage_hint?: string }[];
        shortcuts: { name: string; description: string }[];
      };
    };
    for (const { command, description, usage_hint: hint } of features.slash_commands) {
      expect(command.length).toBeLessThanOrEqual(32);
      expect(description.length).toBeLessThanOrEqual(2_000);
      expect(hint?.length ?? 0).toBeLessThanOrEqual(1_000);
    }
    for (const { name, description } of features.shortcuts) {
      expect(name.length).toBeLessThanOrEqual(24);
      expect(description.length).toBeLessThanOrEqual(150);
    }
  });

  it("says what each command is for, and what can follow it", () => {
    const { features } = JSON.parse(manifest()) as {
      features: { slash_commands: { command: string; description: string; usage_hint?: string }[] };
    };
    const { commands: say, commandGroups } = textsFor("en");
    const described: Readonly<Record<string, string>> = { ...commandGroups, ...say };
    for (const { command, description, usage_hint: hint } of features.slash_commands) {
      const name = command.slice(1);
      expect(description).toBe(described[name]);
      const below = specs.filter((spec) => spec.name === name || spec.name.startsWith(`${name} `));
      // Only a command without arguments has no hint.
      expect(hint === undefined, command).toBe(below.every(({ options }) => options.length === 0));
      const known = below.flatMap(({ options }) => options.map((option) => option.name));
      for (const [, option = ""] of (hint ?? "").matchAll(/--(\w+)/g)) expect(known, command).toContain(option);
    }
  });

  it("requests exactly the scopes that are used", () => {
    const { oauth_config: oauth } = JSON.parse(manifest()) as { oauth_config: { scopes: { bot: string[] } } };
    expect(oauth.scopes.bot.toSorted()).toEqual([
      "app_mentions:read",
      "channels:history",
      "channels:read",
      "chat:write",
      "commands",
      "files:read",
      "files:write",
      "groups:history",
      "groups:read",
      "im:history",
      "im:read",
      "im:write",
      "mpim:history",
      "mpim:read",
      "usergroups:read",
      "users:read",
    ]);
  });

  it("registers the domain of links to results, and asks for what their previews need only then", () => {
    const parsed = JSON.parse(manifest(undefined, "easel.example.com")) as Record<string, unknown>;
    expect(parsed).toMatchObject({
      features: { unfurl_domains: ["easel.example.com"] },
      oauth_config: { scopes: { bot: expect.arrayContaining(["links:read", "links:write"]) } },
      settings: { event_subscriptions: { bot_events: expect.arrayContaining(["link_shared"]) } },
    });
    for (const word of ["unfurl_domains", "links:", "link_shared"]) expect(manifest()).not.toContain(word);
  });

  it("offers steps of workflows only if they are asked for, within Slack's limits", async () => {
    const parsed = slackManifest({
      commands: specs,
      texts: textsFor("en"),
      publicUrl: undefined,
      linkHost: undefined,
      steps: true,
    });
    expect(parsed).toMatchObject({
      settings: {
        org_deploy_enabled: true,
        function_runtime: "remote",
        event_subscriptions: { bot_events: expect.arrayContaining(["function_executed"]) },
      },
      functions: { make_picture: { title: "Make a picture" }, make_clip: { title: "Make a clip" } },
    });
    for (const word of ["functions", "function_", '"org_deploy_enabled":true']) expect(manifest()).not.toContain(word);
    const options = (name: string) => specs.find((spec) => spec.name === name)?.options.map((option) => option.name);
    for (const { callbackId, command, inputs } of STEPS) {
      expect(callbackId.length).toBeLessThanOrEqual(100);
      const given = inputs.filter((name) => name !== "person" && name !== "channel");
      expect(options(command)).toEqual(expect.arrayContaining(given));
    }
    const printed = await promisify(execFile)(process.execPath, ["src/app/slack-manifest.ts", "--steps"]);
    expect(JSON.parse(printed.stdout)).toEqual(JSON.parse(JSON.stringify(parsed)));
  });

  it.each([
    ["https://easel.example.com:8443/easel", "easel.example.com"],
    ["https://203.0.113.5", undefined],
    ["https://[2001:db8::5]", undefined],
    ["https://easel", undefined],
  ])("registers for %s the domain %s", (address, host) => {
    expect(linkHostOf(address)).toBe(host);
  });

  it("is printed as JSON, and refuses an address that Slack would not accept", async () => {
    const run = (...args: string[]) => promisify(execFile)(process.execPath, ["src/app/slack-manifest.ts", ...args]);
    expect(JSON.parse((await run()).stdout)).toEqual(JSON.parse(manifest()));
    const linked = await run("--links", "https://easel.example.com");
    expect(JSON.parse(linked.stdout)).toEqual(JSON.parse(manifest(undefined, "easel.example.com")));
    await expect(run("http://easel.example.com")).rejects.toMatchObject({ code: 1, stdout: "" });
  });
});
