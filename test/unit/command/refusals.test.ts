import { describe, expect, it } from "vitest";
import { commands } from "../../../commands/index.ts";
import { OverQuotaError } from "../../../src/core/account/quota/quota.ts";
import { parseOptions } from "../../../src/command/parse/parse.ts";
import { en } from "../../../src/text/en/index.ts";
import { ADA, aText } from "../../support/commands.ts";
import { setUpDispatch } from "../../support/dispatching.ts";

/** The answer to an admin who types this. */
async function told(text: string): Promise<string> {
  const { send, said } = setUpDispatch();
  await send(aText(text, { actor: ADA }));
  return said();
}

describe("a refusal is reported by its rules", () => {
  it.each([
    ["/imagine a fox --size 9K --colour red", [["unknown_option"]]],
    ["/imagine a fox --size 9K --count 99", [["size", "out_of_range"]]],
    ["/imagine a fox", []],
    ["/easel limits please", [["unexpected_words"]]],
  ])("%s", async (text, rules) => {
    const { send, refusals } = setUpDispatch();
    await send(aText(text));
    expect(refusals).toEqual(rules);
  });

  it("also for a quota", async () => {
    const accept = () => Promise.reject(new OverQuotaError([]));
    const { send, refusals } = setUpDispatch({}, { accept });
    await send(aText("/imagine a fox"));
    expect(refusals).toEqual([["over_quota"]]);
  });
});

const specs = commands.map(({ spec }) => spec);

describe("words that belong to no option", () => {
  it.each(["/models 2", "/usage 2 foo", "/easel limits please", "/easel-admin channel show 2"])(
    "are refused by a command without options: %s",
    async (text) => {
      const said = await told(text);
      expect(said).toContain("This command takes no options. Leave “");
      expect(said).not.toContain("There is no option");
      expect(said).not.toContain("sent or spent");
    },
  );

  it.each([
    "/easel-admin quota set 2",
    "/easel-admin channel limits 2",
    "/easel-admin workspace settings Europe/Berlin",
  ])("get a hint where values go: %s", async (text) => {
    const said = await told(text);
    expect(said).toMatch(/“[^”]+” doesn't belong to an option. Write each value after the name of its option: `--/);
    expect(said).toContain("For example: `/easel-admin ");
    expect(said).toContain(en.problem.nothingChanged);
    expect(said).not.toContain("sent or spent");
  });
});

describe("every command", () => {
  it("says whether it makes or changes something", () => {
    const making = specs.filter(({ effect }) => effect === "makes").map(({ name }) => name);
    expect(making).toEqual(["imagine", "edit", "video"]);
    const telling = specs.filter(({ effect }) => effect === undefined).map(({ name }) => name);
    expect(telling.toSorted(), "a command that only tells is listed here; others need `effect` in their spec").toEqual(
      [
        "easel export",
        "easel help",
        "easel key list",
        "easel limits",
        "easel-admin audit",
        "easel-admin channel show",
        "easel-admin doctor",
        "easel-admin group show",
        "easel-admin groups list",
        "easel-admin keys check",
        "easel-admin keys list",
        "easel-admin organisation show",
        "easel-admin overview",
        "easel-admin people list",
        "easel-admin quota show",
        "easel-admin usage",
        "easel-admin workspace show",
        "jobs",
        "models",
        "preset list",
        "usage",
      ].toSorted(),
    );
  });

  it.each(specs.filter(({ example }) => example !== undefined))("has a valid example: $name", (spec) => {
    expect(parseOptions(spec.example ?? "", spec)).toMatchObject({ ok: true });
  });

  it.each(specs.filter((spec) => spec.effect !== "makes" && spec.options.some(({ hidden }) => !hidden)))(
    "refuses a misspelt option once, with the right consequences: $name",
    async (spec) => {
      const option = spec.options.find(({ hidden }) => !hidden);
      const said = await told(`/${spec.name} --${option?.name}x 5`);
      expect(said).toMatch(/^That didn't work:\nThere is no option/);
      expect(said).toContain(`Did you mean \`--${option?.name}\`?`);
      expect(said).not.toContain("sent or spent");
      expect(said.includes(en.problem.nothingChanged)).toBe(spec.effect === "changes");
    },
  );

  it.each(specs.filter((spec) => spec.effect !== "makes" && spec.options.some(({ type }) => type === "text")))(
    "asks for the value of an option without one: $name",
    async (spec) => {
      const option = spec.options.find(({ type, hidden }) => type === "text" && !hidden);
      if (!option) return;
      const said = await told(`/${spec.name} --${option.name}`);
      expect(said).toContain(`\`--${option.name}\` has no value. Write the value after it.`);
      expect(said).not.toContain("sent or spent");
    },
  );
});
