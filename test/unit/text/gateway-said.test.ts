import { describe, expect, it } from "vitest";
import { saidText } from "../../../src/text/render/gateway/gateway-said.ts";
import { HIDDEN_ADDRESSES, linksIn } from "../../support/gateway/hostile-words.ts";
import { processorMs } from "../../support/processor-time.ts";
import { textsFor } from "../../../src/text/texts.ts";

const en = textsFor("en");

describe("the gateway's words about a job", () => {
  it("are rendered as words if their fields are documented, and quoted otherwise", () => {
    const facts = { billing_status: "settled", generation_status: "completed", message: "all_done" };
    expect(saidText(facts, en)).toBe("The gateway said: generation completed, billing settled, “all\\_done”");
    expect(saidText(facts, textsFor("zh-CN"))).toBe("网关的说明：生成 completed，计费 settled，附言“all\\_done”");
    expect(saidText({ ...facts, images: 1 }, en)).toBe(
      'The gateway said: generation completed, billing settled, “all\\_done”, `{"images":1}`',
    );
  });

  it.each([
    [{ images: 1, tier: "1K" }, '`{"images":1,"tier":"1K"}`'],
    [{ billing_status: { code: 7 } }, '`{"billing_status":{"code":7}}`'],
    ["much", '`"much"`'],
    [[1, 2], "`[1,2]`"],
  ])("are quoted if no field is known: %j", (usage, told) => {
    expect(saidText(usage, en)).toBe(`The gateway said: ${told}`);
  });

  it.each(HIDDEN_ADDRESSES)("contain no link, in words or in code: %j", (evil) => {
    const told = saidText({ message: evil, billing_status: evil, other: evil, [evil]: 1 }, en) ?? "";
    expect(told.split("evil.test/login").length).toBeGreaterThan(4);
    expect(linksIn(told)).toEqual([]);
  });

  it.each(["+", "/", "a", " ", "`", ":", "\u202e"])("are shown quickly if they are a megabyte of %j", (sign) => {
    const long = sign.repeat(1_048_576);
    for (const usage of [long, { other: long }, { [long]: 1 }, { message: long }]) {
      expect(processorMs(() => saidText(usage, en))).toBeLessThan(1_000);
    }
  });

  it("are cut if they are long", () => {
    const long = "fox ".repeat(1_000);
    const told = saidText({ message: long, other: long }, en) ?? "";
    expect(told).toMatch(/^The gateway said: “(?:fox ){10,}f?o?x?…”, `\{"other":"(?:fox ){10,}f?o?x?…`$/);
    expect(told.length).toBeLessThan(800);
  });

  it.each([[undefined], [null], [{}]])("are omitted if there are none: %j", (usage) => {
    expect(saidText(usage, en)).toBeUndefined();
  });
});
