import { describe, expect, it } from "vitest";
import { addressBelow, addressOf } from "../../../src/gateway/http/address.ts";

const FILES = "/api/v1/images/files/";

describe("an address below the base URL", () => {
  it.each([
    ["https://gateway.test", "https://gateway.test/v1/x"],
    ["https://gateway.test/", "https://gateway.test/v1/x"],
    ["http://127.0.0.1:9090/image/gateway//", "http://127.0.0.1:9090/image/gateway/v1/x"],
  ])("of %s is %s", (base, address) => {
    expect(addressOf(base, "/v1/x").href).toBe(address);
  });

  it.each(["", "gateway.test", "ftp://gateway.test", "file:///etc/passwd"])("is not made of %j", (base) => {
    expect(() => addressOf(base, "/v1/x")).toThrow(TypeError);
  });
});

describe("an address that the gateway gave", () => {
  it("is used if it is below the pictures' path", () => {
    const given = "https://gateway.test/image/api/v1/images/files/m_1?x=1";
    expect(addressBelow("https://gateway.test/image/", FILES, given)?.href).toBe(given);
    expect(addressBelow("https://gateway.test:443/image", FILES, given)?.href).toBe(given);
  });

  it.each([
    undefined,
    "",
    "not a url",
    "/api/v1/images/files/m_1",
    "https://elsewhere.test/api/v1/images/files/m_1",
    "http://gateway.test/api/v1/images/files/m_1",
    "https://gateway.test:8443/api/v1/images/files/m_1",
    "https://user:pass@gateway.test/api/v1/images/files/m_1",
    "https://gateway.test.evil.test/api/v1/images/files/m_1",
    "https://gateway.test/api/v1/images/files/",
    "https://gateway.test/api/v1/images/files/../jobs/other",
    "https://gateway.test/api/v1/images/files/%2e%2e/jobs/other",
    "https://gateway.test/somewhere/else",
    "file:///api/v1/images/files/m_1",
  ])("is not used when it is %j", (given) => {
    expect(addressBelow("https://gateway.test", FILES, given)).toBeUndefined();
  });
});
