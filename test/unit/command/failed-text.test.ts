import { describe, expect, it } from "vitest";
import { AnswerNotDeliveredError } from "../../../src/core/chat/errors.ts";
import type { ChatEvent } from "../../../src/core/chat/event.ts";
import { troubleText } from "../../../src/command/failed-text.ts";
import { CommitUnknownError, DatabaseUnavailableError, EaselError } from "../../../src/lib/errors.ts";
import { textsFor } from "../../../src/text/texts.ts";
import { aCommand, aPress, aText, GENERAL, MAX } from "../../support/commands.ts";
import { setUpDispatch } from "../../support/dispatching.ts";

const texts = textsFor("en");
const away = new DatabaseUnavailableError("away");
const base = { key: "k", conversation: GENERAL, actor: MAX };
const command = (name: string): ChatEvent => aCommand(name, {});
const form = (id: string): ChatEvent => ({ ...base, kind: "form", form: id, values: {}, attachments: [] });

describe("the answer to a failed event", () => {
  it.each([aText("a fox"), command("imagine"), form("command:video"), aPress("again:x"), aPress("confirm:x")])(
    "says that nothing was spent, for a request that was not committed: %o",
    (event) => expect(troubleText(event, away, texts)).toBe(texts.trouble),
  );

  it.each([
    command("easel-admin pause"),
    form("key:own"),
    form("set:easel-admin channel limits:asks"),
    aPress("set:easel-admin channel limits:asks"),
    aPress("cancel:x"),
    aPress("approve:x"),
    aPress("delete:x"),
  ])("says that it may not have been done, if it was not a request: %o", (event) =>
    expect(troubleText(event, away, texts)).toBe(texts.maybeNotDone),
  );

  it("claims neither success nor failure if the commit is unknown", () => {
    const error = new EaselError("wrapped", "by an adapter", { cause: new CommitUnknownError(away) });
    expect(troubleText(command("imagine"), error, texts)).toBe(texts.commitUnknown);
  });

  it("is empty if only the answer failed", () => {
    expect(troubleText(command("imagine"), new AnswerNotDeliveredError(away), texts)).toBeUndefined();
  });
});

it("a failed acknowledgement after the commit is not reported as if nothing was accepted", async () => {
  const { send, responder } = setUpDispatch();
  responder.acknowledge = () => Promise.reject(new Error("the connection is gone"));
  await expect(send(aText("/imagine a fox"))).rejects.toBeInstanceOf(AnswerNotDeliveredError);
});
