import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadEnvFile } from "../../../src/config/env-file.ts";
import { ConfigError } from "../../../src/lib/errors.ts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "easel-env-file-"));
});
afterEach(() => rm(folder, { recursive: true }));

/** The environment after `.env` with this content was added to `before`. */
async function loaded(content: string | Uint8Array, before: NodeJS.ProcessEnv = {}): Promise<NodeJS.ProcessEnv> {
  await writeFile(join(folder, ".env"), content);
  const environment = { ...before };
  loadEnvFile(environment, folder);
  return environment;
}

describe(".env", () => {
  it.each([
    ["lines of Windows", "PORT=80\r\nHOST=::1\r\n"],
    ["quotation marks", "PORT=\"80\"\nHOST='::1'"],
    ["a repeated variable, whose last value counts", "PORT=79\nHOST=::1\nPORT=80"],
    ["a byte order mark", "\uFEFFPORT=80\nHOST=::1\n"],
    ["export, spaces and comments", "# mine\nexport PORT = 80 # the port\nHOST=::1"],
  ])("may have %s", async (_what, content) => {
    expect(await loaded(content)).toEqual({ PORT: "80", HOST: "::1" });
  });

  it("changes no variable that is already set, even to nothing", async () => {
    expect(await loaded("PORT=80\nHOST=::1\nROLE=all", { PORT: "90", HOST: "" })).toEqual({
      PORT: "90",
      HOST: "",
      ROLE: "all",
    });
  });

  it("may be missing", () => {
    const environment = { PORT: "80" };
    loadEnvFile(environment, folder);
    expect(environment).toEqual({ PORT: "80" });
  });

  it.each([
    ["UTF-16, as Windows PowerShell writes it", Buffer.from("\uFEFFPORT=80\n", "utf16le")],
    ["UTF-16 without a mark", Buffer.from("PORT=80\n", "utf16le")],
    ["Latin-1", Buffer.from("CONSOLE_PASSWORD=geheimes Schlüsselwort\n", "latin1")],
  ])("is refused in %s, because its variables would be lost", async (_what, content) => {
    await expect(loaded(content)).rejects.toThrow(
      new ConfigError(
        ".env",
        ".env is not written in UTF-8, so Easel can't read it; save it again with that encoding.",
      ),
    );
  });

  it("is refused if it is a folder", async () => {
    await mkdir(join(folder, ".env"));
    expect(() => loadEnvFile({}, folder)).toThrow(
      new ConfigError(".env", ".env is a folder; remove it, and create a file with that name."),
    );
  });

  it("is refused with the system's reason if it can't be read", async () => {
    await symlink(".env", join(folder, ".env"));
    expect(() => loadEnvFile({}, folder)).toThrow(
      new ConfigError(".env", ".env can't be read (ELOOP); make it readable for the user who runs Easel."),
    );
  });
});
