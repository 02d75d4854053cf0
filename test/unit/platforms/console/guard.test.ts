import { describe, expect, it } from "vitest";
import { judgeRequest, type GuardedRequest, type GuardRules } from "../../../../src/lib/request-guard.ts";

const LOOPBACK: GuardRules = { what: "The Console", isKnownHost: () => false, allowedOrigins: [] };
const WITH_PASSWORD: GuardRules = { what: "The Console", isKnownHost: () => true, allowedOrigins: [] };
const PUBLIC: GuardRules = { ...LOOPBACK, allowedOrigins: ["https://easel.example"] };

function asked(more: Partial<GuardedRequest>): GuardedRequest {
  return {
    method: "POST",
    host: "127.0.0.1:8080",
    origin: undefined,
    fetchSite: undefined,
    fetchMode: undefined,
    ...more,
  };
}

describe("the walls of the Console", () => {
  it("know this machine by all its names", () => {
    for (const host of ["127.0.0.1:8080", "127.0.0.2", "localhost", "LOCALHOST:8080", "[::1]:8080"]) {
      expect(judgeRequest(asked({ host }), LOOPBACK)).toBeUndefined();
    }
  });

  it("refuse names that only lead here, and none at all", () => {
    for (const host of [
      undefined,
      "",
      "evil.example",
      "localhost.evil.example",
      "127.0.0.1.evil.example",
      "10.0.0.1",
    ]) {
      expect(judgeRequest(asked({ host }), LOOPBACK)?.code).toBe("host_refused");
    }
  });

  it("refuse other origins, also on the same machine, and trust the one that is named", () => {
    const judge = (origin: string, rules = LOOPBACK) => judgeRequest(asked({ origin }), rules)?.code;
    expect(judge("http://127.0.0.1:8080")).toBeUndefined();
    expect(judge("http://localhost:8080")).toBe("origin_refused");
    expect(judge("http://127.0.0.1:3000")).toBe("origin_refused");
    expect(judge("null")).toBe("origin_refused");
    expect(judge("https://easel.example", PUBLIC)).toBeUndefined();
    expect(judge("https://evil.example", WITH_PASSWORD)).toBe("origin_refused");
  });

  it("let a link lead here, and nothing that another page fetches", () => {
    const judge = (method: string, fetchMode: string) =>
      judgeRequest(asked({ method, fetchMode, fetchSite: "cross-site" }), LOOPBACK)?.code;
    expect(judge("GET", "navigate")).toBeUndefined();
    expect(judge("GET", "no-cors")).toBe("origin_refused");
    expect(judge("POST", "navigate")).toBe("origin_refused");
  });

  it("know any name when there is a password, and the named origin's without one", () => {
    expect(judgeRequest(asked({ host: "studio.local:8080" }), WITH_PASSWORD)).toBeUndefined();
    expect(judgeRequest(asked({ host: "easel.example" }), PUBLIC)).toBeUndefined();
    expect(judgeRequest(asked({ host: "other.example" }), PUBLIC)?.code).toBe("host_refused");
  });
});
