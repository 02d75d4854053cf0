import { DrizzleQueryError } from "drizzle-orm/errors";
import { describe, expect, it } from "vitest";
import { createLog } from "../../src/log.ts";

function logged(write: (log: ReturnType<typeof createLog>) => void): string {
  let text = "";
  write(createLog("info", { write: (line: string) => void (text += line) }));
  return text;
}

describe("the log", () => {
  it.each([
    ["", ""],
    [" on two lines", "\nparams: and more\n"],
  ])("names a failed query's cause but not what people wrote%s", (_name, more) => {
    const cause = Object.assign(new Error("connection lost"), { detail: `Key (prompt)=(a secret fox${more})` });
    const failed = new DrizzleQueryError("select $1", [`a secret fox${more}`, 7], cause);
    const text = logged((log) => log.warn({ err: new Error("wrapped", { cause: failed }) }, "not read"));
    const direct = logged((log) => log.warn({ err: failed }, "not read"));
    for (const line of [text, direct]) {
      expect(line).toContain("connection lost");
      expect(line).toContain("select $1");
      expect(line).not.toContain("secret fox");
    }
  });

  it("censors fields that may hold a secret, also within others", () => {
    const text = logged((log) => log.info({ apiKey: "sk-1", request: { authorization: "Bearer sk-2" } }, "called"));
    expect(text).not.toContain("sk-");
    expect(text).toContain("[secret]");
  });
});
