import { describe, expect, it } from "vitest";
import type { LeftBehind, Redeemed, Unlinked } from "../../../src/core/account/linking.ts";
import { MAX_MOVED_JOBS } from "../../../src/lib/limits.ts";
import { LOCALES, type Locale } from "../../../src/lib/locale.ts";
import { en } from "../../../src/text/en/index.ts";
import { textsFor } from "../../../src/text/texts.ts";
import { ADA, aText, MAX } from "../../support/commands.ts";
import { setUpDispatch } from "../../support/dispatching.ts";

async function linked(redeemed: Redeemed, locale: Locale = "en"): Promise<string> {
  const { send, said } = setUpDispatch({ linking: { redeem: async () => redeemed } });
  await send(aText("/easel link ABCD-EFGH", { actor: { ...MAX, locale } }));
  return said();
}

async function unlinked(outcome: Unlinked, locale: Locale = "en"): Promise<string> {
  const { send, said } = setUpDispatch({ linking: { unlink: async () => outcome } });
  await send(aText("/easel unlink", { actor: { ...MAX, locale } }));
  return said();
}

const leaving = (left: Partial<LeftBehind>): Unlinked => ({
  kind: "unlinked",
  accountId: "a-1",
  left: { groups: [], access: false, quotas: false, ...left },
});

describe("/easel link", () => {
  it("says why two members of one workspace can't be one person", async () => {
    expect(await linked({ kind: "same_workspace" })).toContain("members of the same workspace");
    expect(await linked({ kind: "same_workspace" }, "zh-CN")).toContain("同一工作区的成员");
  });

  it("says where to get another code, as `/easel-admin join` does", async () => {
    expect(await linked({ kind: "wrong" })).toContain("Type `/easel link` on the other platform for a new one");
    const { send, said } = setUpDispatch({ linking: { redeem: async () => ({ kind: "wrong" }) } });
    await send(aText("/easel-admin join ABCD-EFGH", { actor: ADA }));
    expect(said()).toContain("An admin of the other workspace gets a new one with `/easel-admin join`");
  });

  it("says that a list would get too long, as `/easel-admin join` does", async () => {
    expect(await linked({ kind: "full" })).toContain(en.linking.listFull);
    const { send, said } = setUpDispatch({ linking: { redeem: async () => ({ kind: "full" }) } });
    await send(aText("/easel-admin join ABCD-EFGH", { actor: ADA }));
    expect(said()).toContain(en.linking.listFull);
  });

  it("says what to do about histories that are too long to be moved", async () => {
    expect(await linked({ kind: "long_history" })).toContain("Both accounts have more than 5,000 jobs");
    expect(await linked({ kind: "long_history" }, "zh-CN")).toContain("两个账户的任务都超过 5,000 个");
    for (const locale of LOCALES) {
      const { send, said } = setUpDispatch({ linking: { redeem: async () => ({ kind: "long_history" }) } });
      await send(aText("/easel-admin join ABCD-EFGH", { actor: { ...ADA, locale } }));
      expect(said()).toContain(textsFor(locale).linking.longHistory(MAX_MOVED_JOBS.organisation));
    }
  });

  it("says that too many codes were entered, without calling them wrong", async () => {
    const tooMany = { kind: "too_many", until: new Date() } as const;
    expect(await linked(tooMany)).toBe("You have entered too many codes. Try again in 1 minute.");
    expect(await linked(tooMany, "zh-CN")).toBe("你输入代码的次数太多。请在 1 分钟后重试。");
  });
});

describe("/easel unlink", () => {
  it("lists what only the other account has", async () => {
    expect(await unlinked(leaving({ access: true, groups: ["Makers", "*Team*"], quotas: true }))).toBe(
      [
        en.linking.unlinked,
        en.linking.left,
        `• ${en.linking.leftAccess}`,
        "• membership of these groups: Makers, \\*Team\\*",
        `• ${en.linking.leftQuotas}`,
      ].join("\n"),
    );
    const { linking } = textsFor("zh-CN");
    expect(await unlinked(leaving({ groups: ["Makers"] }), "zh-CN")).toBe(
      [linking.unlinked, linking.left, "• 所在的组：Makers"].join("\n"),
    );
  });

  it("lists nothing if there is nothing", async () => {
    expect(await unlinked(leaving({}))).toBe(en.linking.unlinked);
  });

  it("says why nothing was separated", async () => {
    expect(await unlinked({ kind: "single" })).toBe(en.linking.notLinked);
    expect(await unlinked({ kind: "full" })).toBe(en.linking.listFull);
    for (const jobs of [1, 7]) {
      for (const locale of LOCALES) {
        const text = await unlinked({ kind: "busy", jobs }, locale);
        expect(text).toBe(textsFor(locale).linking.openJobs(jobs));
        expect(text).toContain("`/jobs cancel`");
      }
    }
    expect(await unlinked({ kind: "busy", jobs: 7 })).toContain("7 of your jobs");
    expect(await unlinked({ kind: "busy", jobs: 7 }, "zh-CN")).toContain("7 个任务");
  });
});
