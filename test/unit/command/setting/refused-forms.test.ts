import { describe, expect, it } from "vitest";
import type { Policies } from "../../../../src/core/account/policy/policy-store.ts";
import { withFormAgain } from "../../../../src/command/form/refused-form.ts";
import { unfit } from "../../../../src/command/reply.ts";
import type { FormField } from "../../../../src/core/chat/form.ts";
import type { FormEvent } from "../../../../src/core/chat/event.ts";
import { en } from "../../../../src/text/en/index.ts";
import { ADA, aPress, GENERAL, MAX, type CommandWorldOptions } from "../../../support/commands.ts";
import { setUpDispatch } from "../../../support/dispatching.ts";

const LIMITS = "set:easel-admin channel limits:limits";

function aForm(form: string, values: FormEvent["values"]): FormEvent {
  return { kind: "form", key: crypto.randomUUID(), conversation: GENERAL, actor: ADA, form, values, attachments: [] };
}

/** Submits a form for the limits of a channel that has none. */
async function submitted(values: FormEvent["values"], options: CommandWorldOptions) {
  const here = setUpDispatch(options);
  const settings: Policies["settings"] = async () => ({});
  Object.assign(here.world.policies, { settings });
  await here.send(aForm(LIMITS, values));
  return here;
}

describe("a form of a setting that is refused", () => {
  const values = { max_seconds: "10", max_count: "four" };
  const problem = "“four” can't be used here. Allowed: a whole number from 0 to 10.";

  it("stays open with the problem at its field, where the platform allows that", async () => {
    const { responder, refusals } = await submitted(values, { refusedFormsStay: true });
    expect(responder.problems).toEqual([{ field: "max_count", text: problem }]);
    expect(responder.reopens).toEqual([]);
    expect(refusals).toEqual([["out_of_range"]]);
  });

  it("otherwise says that nothing was changed, and reopens with everything that was typed", async () => {
    const { responder, send } = await submitted(values, { refusedFormsStay: false });
    expect(responder.problems.map(({ text }) => text)).toEqual([
      `**Most pictures at once**: ${problem}`,
      en.problem.nothingChanged,
    ]);
    const [{ id, label } = { id: "", label: "" }] = responder.reopens;
    expect(label).toBe(en.setting.reopen);
    await send(aPress(id, { actor: ADA }));
    const [form] = responder.forms;
    expect(form?.id).toBe(LIMITS);
    expect(form?.fields.map((field) => [field.name, "value" in field ? field.value : ""])).toEqual(
      expect.arrayContaining([
        ["max_seconds", "10"],
        ["max_count", "four"],
      ]),
    );
  });

  it("reopens only for its admin", async () => {
    const { responder, send, said } = await submitted(values, { refusedFormsStay: false });
    await send(aPress(responder.reopens[0]?.id ?? "", { actor: MAX }));
    expect(responder.forms).toEqual([]);
    expect(said()).toBe(en.gone);
  });
});

it("a refused form keeps a secret in none of its fields", () => {
  const fields: FormField[] = [
    { type: "text", name: "name", label: "Name" },
    { type: "text", name: "secret", label: "Key", secret: true },
    { type: "text", name: "at_once", label: "Jobs at once" },
  ];
  const values = { name: "my qwertz-1 key", secret: "qwertz-1", at_once: "2" };
  const reply = withFormAgain(unfit("secret", "unknown"), { form: "key:own", values }, fields);
  expect(reply).toMatchObject({ again: { form: "key:own", values: { at_once: "2" } } });
  expect(JSON.stringify(reply)).not.toContain("qwertz");
});
