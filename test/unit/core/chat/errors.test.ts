import { describe, expect, it } from "vitest";
import {
  FileError,
  PlatformError,
  type PlatformFailure,
  PlatformRefusal,
  AnswerNotDeliveredError,
} from "../../../../src/core/chat/errors.ts";
import { refusedState } from "../../../../src/core/chat/platform.ts";
import type { FileFault } from "../../../../src/core/request/file-problem.ts";

describe("a platform's failure", () => {
  it.each<[PlatformFailure, boolean]>([
    ["gone", false],
    ["forbidden", false],
    ["too_large", false],
    ["rate_limited", true],
    ["unavailable", true],
    ["rejected", false],
  ])("%s: a retry can help: %s", (failure, retryable) => {
    const cause = new Error("HTTP");
    expect(new PlatformError(failure, "why", cause)).toMatchObject({
      failure,
      retryable,
      cause,
      code: `platform_${failure}`,
      message: "why",
    });
  });

  it.each<[FileFault, PlatformFailure]>([
    [{ why: "scope", scope: "files:read" }, "forbidden"],
    [{ why: "page" }, "forbidden"],
    [{ why: "foreign" }, "forbidden"],
    [{ why: "external" }, "rejected"],
    [{ why: "host", host: "example.com" }, "rejected"],
    [{ why: "gone" }, "gone"],
  ])("to provide a file says what people can do: %o", (fault, failure) => {
    const cause = new Error("HTTP");
    expect(new FileError(fault, "why", cause)).toMatchObject({ fault, failure, cause, message: "why" });
  });

  it("to deliver an answer is retryable if its cause is", () => {
    const cause = new PlatformError("unavailable", "away");
    expect(new AnswerNotDeliveredError(cause)).toMatchObject({
      code: "untold",
      retryable: true,
      cause,
      message: "the event was handled, but its answer could not be delivered",
    });
    expect(new AnswerNotDeliveredError(new Error("else")).retryable).toBe(false);
  });
});

it("a refusal names the wrong setting, and so does the platform's state", () => {
  const refusal = new PlatformRefusal("token", "DISCORD_TOKEN", "DISCORD_TOKEN is not accepted");
  expect(refusal).toMatchObject({ code: "config", why: "token", variable: "DISCORD_TOKEN" });
  expect(refusedState(refusal)).toEqual({
    kind: "refused",
    why: "token",
    variable: "DISCORD_TOKEN",
    reason: "DISCORD_TOKEN is not accepted",
  });
});
