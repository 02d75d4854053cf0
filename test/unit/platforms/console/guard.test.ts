import { describe, expect, it } from "vitest";
import { checkRequest, type GuardedRequest, type GuardRules } from "../../../../src/lib/http/request-guard.ts";

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
  it("accept this machine's own names", () => {
    for (const host of ["127.0.0.1:8080", "127.0.0.2", "localhost", "LOCALHOST:8080", "[::1]:8080"]) {
      expect(checkRequest(asked({ host }), LOOPBACK)).toBeUndefined();
    }
  });

  it("refuse names that only resolve here, and a missing name", () => {
    for (const host of [
      undefined,
      "",
      "evil.example",
      "localhost.evil.example",
      "127.0.0.1.evil.example",
      "10.0.0.1",
    ]) {
      expect(checkRequest(asked({ host }), LOOPBACK)?.code).toBe("host_refused");
    }
  });

  it("refuse other origins, even on the same machine, and trust the configured one", () => {
    const check = (origin: string, rules = LOOPBACK) => checkRequest(asked({ origin }), rules)?.code;
    expect(check("http://127.0.0.1:8080")).toBeUndefined();
    expect(check("http://localhost:8080")).toBe("origin_refused");
    expect(check("http://127.0.0.1:3000")).toBe("origin_refused");
    expect(check("null")).toBe("origin_refused");
    expect(check("https://easel.example", PUBLIC)).toBeUndefined();
    expect(check("https://evil.example", WITH_PASSWORD)).toBe("origin_refused");
  });

  it("accept followed links, but nothing that another page fetches", () => {
    const check = (method: string, fetchMode: string) =>
      checkRequest(asked({ method, fetchMode, fetchSite: "cross-site" }), LOOPBACK)?.code;
    expect(check("GET", "navigate")).toBeUndefined();
    expect(check("GET", "no-cors")).toBe("origin_refused");
    expect(check("POST", "navigate")).toBe("origin_refused");
  });

  it("accept any name with a password, and the configured origin's name without one", () => {
    expect(checkRequest(asked({ host: "studio.local:8080" }), WITH_PASSWORD)).toBeUndefined();
    expect(checkRequest(asked({ host: "easel.example" }), PUBLIC)).toBeUndefined();
    expect(checkRequest(asked({ host: "other.example" }), PUBLIC)?.code).toBe("host_refused");
  });
});
