import { describe, expect, it } from "vitest";
import { clipLink, redirectedLink } from "../../../src/gateway/video/clip-link.ts";

const BASE = "https://gateway.test/easel";
const QUERY = "?expires=1790000000&sig=a%2Fb%2f+c==|'~";

describe("a signed link", () => {
  it.each([
    ["below the base URL", `${BASE}/v1/videos/task_1/content${QUERY}`, `/easel/v1/videos/task_1/content${QUERY}`],
    ["with dots that a parser resolves", `${BASE}/v1/./a/../%2e%2e/b${QUERY}`, `/easel/v1/./a/../%2e%2e/b${QUERY}`],
    ["with braces that a parser escapes", `${BASE}/v1/{a}"b${QUERY}`, `/easel/v1/{a}"b${QUERY}`],
    ["with the standard port", `https://gateway.test:443/v1/a${QUERY}`, `/v1/a${QUERY}`],
    ["with a fragment, which is never sent", `${BASE}/v1/a${QUERY}#t=10`, `/easel/v1/a${QUERY}`],
    ["as a path", `/v1/videos/task_1/content${QUERY}`, `/easel/v1/videos/task_1/content${QUERY}`],
    ["as a path that repeats the base's own", `/easel/v1/a${QUERY}`, `/easel/v1/a${QUERY}`],
    ["as a path that only starts like the base's own", `/easels/v1/a${QUERY}`, `/easel/easels/v1/a${QUERY}`],
    ["as a path without a slash", `v1/videos/task_1/content${QUERY}`, `/easel/v1/videos/task_1/content${QUERY}`],
  ])("%s is used exactly as it came", (_what, given, target) => {
    const link = clipLink(BASE, given);
    expect(link).toMatchObject({ target, publicOnly: false });
    expect(link?.url.origin).toBe("https://gateway.test");
  });

  it("as a path goes to the root of a base URL without a path", () => {
    expect(clipLink("http://127.0.0.1:9090", "/v1/a?sig=1")).toMatchObject({ target: "/v1/a?sig=1" });
    expect(clipLink("http://127.0.0.1:9090/", "v1/a?sig=1")).toMatchObject({ target: "/v1/a?sig=1" });
  });

  it.each([
    [BASE, `http://gateway.test/easel/a${QUERY}`, `/easel/a${QUERY}`],
    [BASE, "http://gateway.test//cdn.test/a", "//cdn.test/a"],
    ["https://gateway.test:8443", `http://gateway.test:8443/a${QUERY}`, `/a${QUERY}`],
  ])("of %s that is %s is used by https", (base, given, target) => {
    const link = clipLink(base, given);
    expect(link).toMatchObject({ target, publicOnly: false });
    expect(link?.url.origin).toBe(new URL(base).origin);
  });

  it.each([
    ["https at another host", BASE, "https://cdn.test/a?sig=1"],
    ["https on another port", BASE, "https://gateway.test:8443/a?sig=1"],
    ["without a scheme", BASE, "//cdn.test/a?sig=1"],
    ["https at another host, for a gateway on this machine", "http://127.0.0.1:9090", "https://cdn.test/a"],
    ["https at a name of this machine, which the look-up detects", BASE, "https://localhost/a"],
  ])("may lead to %s, but to nothing private there", (_what, base, given) => {
    expect(clipLink(base, given)).toMatchObject({ publicOnly: true });
  });

  it.each([
    ["http on another port of the same host", "http://gateway.test:8080/easel/a"],
    ["http at another host", "http://cdn.test/a"],
    ["this machine", "http://127.0.0.1:9090/a"],
    ["this machine by https", "https://127.0.0.1/a"],
    ["the cloud's metadata service", "https://169.254.169.254/latest"],
    ["a private address in another notation", "https://[::ffff:10.0.0.1]/a"],
    ["a private address as one number", "https://167772161/a"],
    ["a user name and a password", "https://user:pass@gateway.test/easel/a"],
    ["another scheme", "file:///etc/passwd"],
    ["a script", "javascript:alert(1)"],
    ["no host", "https:///a"],
    ["a host behind backslashes", String.raw`https:\\cdn.test\a`],
    ["a host before a backslash", String.raw`https://gateway.test\@cdn.test/a`],
    ["an incomplete address", "https:cdn.test/a"],
    ["a line break", "https://gateway.test/easel/a\r\nx-evil: 1"],
    ["a space", "https://gateway.test/easel/a b"],
    ["characters that a URI does not allow", "https://gateway.test/easel/狐"],
    ["nothing", ""],
  ])("does not lead to %s", (_what, given) => {
    expect(clipLink(BASE, given)).toBeUndefined();
  });

  it("of a gateway on this machine may lead to another port of it, by either name", () => {
    for (const given of ["http://127.0.0.1:9091/a", "http://localhost:9091/a", "http://[::1]:9091/a"]) {
      expect(clipLink("http://127.0.0.1:9090", given)).toMatchObject({ target: "/a", publicOnly: false });
    }
    expect(clipLink("http://127.0.0.1:9090", "http://10.0.0.1/a")).toBeUndefined();
  });

  it("of a private gateway leads to itself, and to nothing else that is private", () => {
    expect(clipLink("http://10.0.0.5", "http://10.0.0.5/a?sig=1")).toMatchObject({ publicOnly: false });
    expect(clipLink("http://10.0.0.5", "https://10.0.0.6/a?sig=1")).toBeUndefined();
    expect(clipLink("http://10.0.0.5", "http://127.0.0.1/a?sig=1")).toBeUndefined();
  });
});

describe("a redirect of a signed link", () => {
  const link = { url: new URL(`${BASE}/v1/a`), target: "/easel/v1/a", publicOnly: false };
  const elsewhere = { url: new URL("https://cdn.test/v1/a"), target: "/v1/a", publicOnly: true };

  it.each([
    [link, "https://cdn.test/b?sig=a%2Fb+c==", "https://cdn.test", "/b?sig=a%2Fb+c==", true],
    [link, "/b?sig=1", "https://gateway.test", "/b?sig=1", false],
    [link, "b", "https://gateway.test", "/easel/v1/b", false],
    [link, "//cdn.test/b", "https://cdn.test", "/b", true],
    [link, "http://gateway.test/b", "https://gateway.test", "/b", false],
    [elsewhere, "/b", "https://cdn.test", "/b", true],
    [elsewhere, `${BASE}/b`, "https://gateway.test", "/easel/b", true],
  ])("from %o to %s is followed", (from, location, origin, target, publicOnly) => {
    const to = redirectedLink(BASE, from, location);
    expect(to).toMatchObject({ target, publicOnly });
    expect(to?.url.origin).toBe(origin);
  });

  it.each([
    undefined,
    "",
    "http://cdn.test/b",
    "https://10.0.0.1/b",
    "file:///etc/passwd",
    "https://user:x@cdn.test/",
    "http://[",
  ])("to %s is not followed", (location) => {
    expect(redirectedLink(BASE, link, location)).toBeUndefined();
  });
});
