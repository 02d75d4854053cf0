import { describe, expect, it } from "vitest";
import { en } from "../../../src/text/en/index.ts";
import { aCommand, anAction, aPress } from "../../support/commands.ts";
import { setUpDispatch as setUp } from "../../support/dispatching.ts";
import { aBatch, aJob } from "../../support/database/jobs.ts";

const fileFields = (form: { readonly fields: readonly { readonly type: string }[] } | undefined): number =>
  form?.fields.filter(({ type }) => type === "files").length ?? 0;

describe("if the video service can't load files from Easel", () => {
  it("a clip's form has no file fields and says so; picture forms have them", async () => {
    const { send, responder } = setUp({ canServe: false });
    await send(aCommand("video", {}));
    expect(fileFields(responder.forms[0])).toBe(0);
    expect(responder.forms[0]?.fields[0]).toMatchObject({ name: "prompt", hint: en.forms.clipWithoutFiles });
    await send(aCommand("imagine", {}));
    expect(fileFields(responder.forms[1])).toBeGreaterThan(0);
  });

  it("neither results nor attachments can be animated", async () => {
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

  it("attachments with a public address can be animated, and the form accepts them", async () => {
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
