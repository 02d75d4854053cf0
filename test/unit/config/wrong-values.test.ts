import { describe, expect, it } from "vitest";
import { addressesOf } from "../../../src/app/http/addresses.ts";
import { readConfig } from "../../../src/config/config.ts";

const read = (environment: Record<string, string>) => readConfig(environment, "/srv/easel");
const CONSOLE_PASSWORD = "correct horse battery";
const SECRET_KEY = "0123456789abcdef0123456789abcdef-secret";
const S3 = {
  S3_ENDPOINT: "https://s3.example.com",
  S3_BUCKET: "easel-media",
  S3_ACCESS_KEY_ID: "AKIA",
  S3_SECRET_ACCESS_KEY: "s",
};

describe("a wrong value is refused with a true reason", () => {
  it.each([
    [{ PUBLIC_URL: "easel" }, "PUBLIC_URL is not a web address; set it to one like https://easel.example.com."],
    [{ ...S3, S3_ENDPOINT: "s3" }, "set it to one like https://s3.example.com."],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: "127.0.0.1:4318" }, "set it to one like http://127.0.0.1:4318."],
    [{ IMAGE_BASE_URL: "https://x/?key=1", IMAGE_API_KEY: "k" }, "contains a user name, a password, a query (?)"],
    [{ VIDEO_BASE_URL: "https://u:p@x", VIDEO_API_KEY: "k" }, "set it to the address alone, like https://gateway."],
    [{ HOST: "http://localhost" }, "HOST is “http://localhost”; set it to an IP address of this machine"],
    [{ HOST: "localhost:8080", CONSOLE_PASSWORD }, "without a port, e.g. 127.0.0.1."],
    [{ HOST: "[::1]" }, "HOST is “[::1]”"],
    [{ HOST: "not a host!" }, "HOST is “not a host!”"],
    [{ ...S3, S3_ACCESS_KEY_ID: "AKIA”" }, "S3_ACCESS_KEY_ID contains a space or a character that keys don't have"],
    [{ ALLOWED_WORKSPACES: "123" }, "write discord:<server id>, slack:<team id>"],
    [{ DATABASE_URL: "postgres://u:a/b#c@host/db", SECRET_KEY }, "DATABASE_URL contains a #; in a user or password"],
    [{ DATABASE_URL: "postgres://u@host/db?sslmode=on", SECRET_KEY }, "unknown sslmode; set it to one of disable, "],
  ])("%j", (environment, words) => {
    expect(() => read(environment)).toThrow(words);
  });

  it("names both ports if they are the same, and needs them to differ only where both are opened", () => {
    const same = { PORT: "8081", CONSOLE_PASSWORD };
    expect(addressesOf(read(same)).local).toMatchObject({ port: 8081 });
    expect(() => addressesOf(read({ ...same, PUBLIC_URL: "https://easel.example.com" }))).toThrow(
      "PORT and PUBLIC_PORT are both 8081",
    );
  });

  it.each(["0.0.0.0", "::", "easel.internal", "fe80::1"])("%s may be listened on", (HOST) => {
    expect(read({ HOST, CONSOLE_PASSWORD })).toMatchObject({ host: HOST });
  });

  it.each(["require", "verify-full"])("sslmode=%s is accepted", (mode) => {
    const address = `postgres://u@host/db?sslmode=${mode}`;
    expect(read({ DATABASE_URL: address, SECRET_KEY })).toMatchObject({ databaseUrl: address });
  });
});
