import { describe, expect, it } from "vitest";
import { canServeFiles, fileAddress } from "../../../src/app/http/addresses.ts";

const gatewayAt = (baseUrl: string) => ({ video: { baseUrl, apiKey: "sk-sandbox" }, sandbox: false });

describe("a video service", () => {
  it.each([
    ["https://easel.example", "https://gateway.example"],
    ["http://192.168.0.7:8081", "https://gateway.example"],
    ["http://192.168.0.7:8081", "http://127.0.0.1:9000"],
    ["http://127.0.0.1:8081", "http://127.0.0.1:9000"],
    ["http://127.0.0.1:8081", "http://localhost:9000"],
    ["http://easel.localhost:8081", "http://[::1]:9000"],
  ])("may load files from %s if it is at %s", (publicUrl, baseUrl) => {
    expect(fileAddress({ publicUrl }, gatewayAt(baseUrl))).toBe(publicUrl);
    expect(canServeFiles({ publicUrl }, gatewayAt(baseUrl))).toBe(true);
  });

  it.each([
    [undefined, "https://gateway.example"],
    [undefined, "http://127.0.0.1:9000"],
    ["http://127.0.0.1:8081", "https://gateway.example"],
    ["http://127.0.0.1:8081", "http://192.168.0.9:9000"],
    ["http://localhost:8081", "https://gateway.example"],
    ["http://[::1]:8081", "https://gateway.example"],
    ["http://easel.localhost:8081", "https://localhost.example"],
  ])("can't load files from %s if it is at %s", (publicUrl, baseUrl) => {
    expect(fileAddress({ publicUrl }, gatewayAt(baseUrl))).toBeUndefined();
    expect(canServeFiles({ publicUrl }, gatewayAt(baseUrl))).toBe(false);
  });

  it("that is embedded needs no address", () => {
    const sandbox = { ...gatewayAt("http://127.0.0.1:9000"), sandbox: true };
    expect(canServeFiles({ publicUrl: undefined }, sandbox)).toBe(true);
  });
});
