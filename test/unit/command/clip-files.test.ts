import { describe, expect, it } from "vitest";
import type { ActionEvent } from "../../../src/core/chat/event.ts";
import { en } from "../../../src/text/en/index.ts";
import { aCommand, aPress, GENERAL, MAX } from "../../support/commands.ts";
import { setUpDispatch as setUp } from "../../support/dispatching.ts";
import { aBatch, aJob } from "../../support/database/jobs.ts";

const picture = { source: "1", name: "a.png", mimeType: "image/png", bytes: 10 };

function anAction(action: ActionEvent["action"]): ActionEvent {
  return {
    kind: "action",
    key: crypto.randomUUID(),
    conversation: GENERAL,
    actor: MAX,
    action,
    target: { message: { conversation: GENERAL, id: "m" }, attachments: [picture], own: false, complete: true },
  };
}

const fileFields = (form: { readonly fields: readonly { readonly type: string }[] } | undefined): number =>
  form?.fields.filter(({ type }) => type === "files").length ?? 0;

describe("where the video service can load nothing from us", () => {
  it("the form of a clip has no fields for files and says so, those of pictures have them", async () => {
    const { send, responder } = setUp({ canServe: false });
    await send(aCommand("video", {}));
    expect(fileFields(responder.forms[0])).toBe(0);
    expect(responder.forms[0]?.fields[0]).toMatchObject({ name: "prompt", hint: en.forms.clipWithoutFiles });
    await send(aCommand("imagine", {}));
    expect(fileFields(responder.forms[1])).toBeGreaterThan(0);
  });

  it("nothing is animated: neither a result nor what somebody attached", async () => {
    const { world, send, said, responder } = setUp({ canServe: false });
    const batch = aBatch();
    world.know(batch, [aJob({ state: "succeeded" })]);
    await send(aPress(`animate:${batch.id}:1`));
    expect(said()).toBe(en.noRelay);
    await send(anAction("animate"));
    expect(said()).toBe(`${en.noRelay}\n${en.noRelay}`);
    await send(anAction("edit"));
    expect(responder.forms).toHaveLength(1);
  });

  it("where the platform shows attached files to everyone, they are animated, and the form takes them", async () => {
    const { world, send, said, responder } = setUp({ canServe: false, publicFiles: true });
    await send(anAction("animate"));
    await send(aCommand("video", {}));
    expect(responder.forms.map(({ id }) => id.split(":")[0])).toEqual(["animate-message", "command"]);
    expect(fileFields(responder.forms[1])).toBeGreaterThan(0);
    const batch = aBatch();
    world.know(batch, [aJob({ state: "succeeded" })]);
    await send(aPress(`animate:${batch.id}:1`));
    expect(said()).toBe(en.noRelay);
  });
});
