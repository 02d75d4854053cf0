import { describe, expect, it } from "vitest";
import { createHosts } from "../../../../src/platforms/slack/connect/hosts.ts";

describe("Slack's hosts", () => {
  const hosts = createHosts("https://slack.com/api/");
  it.each(["https://files.slack.com/a", "https://slack.com/b", "https://hooks.slack.com/c"])("are %s", (address) => {
    expect(hosts.require(address).href).toBe(address);
  });
  it.each([
    "http://files.slack.com/a",
    "https://slack.com.evil.example/a",
    "https://evilslack.com/a",
    "https://files.slack.com:8443/a",
    "https://user@files.slack.com/a",
    "ftp://files.slack.com/a",
    "file:///etc/passwd",
    "nothing",
  ])("are not %s", (address) => {
    expect(() => hosts.require(address)).toThrow("not Slack's");
  });
  it("are all of a configured server on this machine, and no other", () => {
    const local = createHosts("http://127.0.0.1:4000/api/");
    expect(local.require("/files/a", "http://127.0.0.1:4000/x").href).toBe("http://127.0.0.1:4000/files/a");
    expect(() => local.require("http://127.0.0.1:4001/a")).toThrow("not Slack's");
  });
});

describe("the address of a file", () => {
  const hosts = createHosts("https://slack.com/api/");
  it.each([
    "https://files.slack.com/files-pri/T1-F1/download/a.png",
    "https://files.slack.com/files-pri/T1-F1/100%25%20api..png?pub_secret=1",
    "https://files.slack.com/files-pri/T1-F1/%E6%B5%B7%E2%80%94.png",
    "https://files.slack.com/files-tmb/T1-F1-abc/a_360.png",
    "https://files.slack.com/apricots/a.png",
    "https://slack.com/files-pri/T1-F1/a.png",
    "https://acme.slack.com/files-pri/T1-F1/api",
    "https://acme.enterprise.slack.com/files-tmb/T1-F1/a.png",
  ])("can be %s", (address) => {
    expect(hosts.requireFile(address).href).toBe(address);
  });
  it.each([
    "https://slack.com/api/auth.revoke",
    "https://slack.com/api/chat.postMessage?channel=C1&text=hi",
    "https://slack.com/%61pi/auth.revoke",
    "https://slack.com//api/auth.revoke",
    "https://slack.com/files-pri/../api/auth.revoke",
    "https://slack.com/files-pri/%2e%2e/api/auth.revoke",
    "https://slack.com/files-pri/..%2fapi/auth.revoke",
    "https://slack.com/files-pri/%252e%252e%252fapi/auth.revoke",
    "https://slack.com/files-pri/..%5capi/auth.revoke",
    "https://slack.com/files-pri%2f..%2fapi/auth.revoke",
    "https://slack.com/files-prices/a.png",
    "https://slack.com/",
    "https://acme.slack.com/api/auth.revoke",
    "https://hooks.slack.com/services/T1/B1/x",
    "https://files.slack.com/api/auth.revoke",
    "https://files.slack.com/API/auth.revoke",
    "https://files.slack.com/api;a/auth.revoke",
    "https://files.slack.com/%61pi/auth.revoke",
    "https://files.slack.com/%25252561pi/auth.revoke",
    "https://files.slack.com/%2525252525252561pi/auth.revoke",
    "https://files.slack.com//api/auth.revoke",
    "https://files.slack.com/%2fapi/auth.revoke",
    "https://files.slack.com/%09/api/auth.revoke",
    "https://files.slack.com/a%2f..%2fapi/auth.revoke",
    "https://files.slack.com:8443/files-pri/T1-F1/a.png",
    "https://user:word@files.slack.com/files-pri/T1-F1/a.png",
    "http://files.slack.com/files-pri/T1-F1/a.png",
    "https://files.slack.com.evil.example/files-pri/T1-F1/a.png",
    "https://files.slack.com@evil.example/files-pri/T1-F1/a.png",
    "https://slack-files.com/files-pri/T1-F1/a.png",
    "nothing",
  ])("is not %s", (address) => {
    expect(() => hosts.requireFile(address)).toThrow("not a file of Slack's");
  });
  it("is checked again when it comes from a redirect", () => {
    const from = "https://files.slack.com/files-pri/T1-F1/a.png";
    expect(hosts.requireFile("../T1-F2/b.png", from).href).toBe("https://files.slack.com/files-pri/T1-F2/b.png");
    expect(() => hosts.requireFile("/api/auth.revoke", from)).toThrow("not a file of Slack's");
    expect(() => hosts.requireFile("//evil.example/files-pri/a.png", from)).toThrow("not a file of Slack's");
  });
  it("can be any on a server on this machine, except those of its API", () => {
    const local = createHosts("http://127.0.0.1:4000/slack/api/");
    expect(local.requireFile("http://127.0.0.1:4000/files/F1/a.png").pathname).toBe("/files/F1/a.png");
    for (const path of [
      "/slack/api/auth.revoke",
      "/slack/%61pi/auth.revoke",
      "//slack//api/auth.revoke",
      "/slack/api",
    ]) {
      expect(() => local.requireFile(`http://127.0.0.1:4000${path}`)).toThrow("not a file of Slack's");
    }
    expect(() => local.requireFile("http://127.0.0.1:4001/files/F1/a.png")).toThrow("not a file of Slack's");
  });
});
