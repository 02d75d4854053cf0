import { describe, expect, it } from "vitest";
import type { AddressAnswer, AddressFacts, Finding } from "../../../src/core/account/doctor.ts";
import type { ServiceCheck } from "../../../src/core/account/keys/key.ts";
import type { Locale } from "../../../src/lib/locale.ts";
import { findingLine, needsNothing } from "../../../src/text/render/doctor.ts";
import { textsFor } from "../../../src/text/texts.ts";

const service = (more: { known: number; usable: number; check?: ServiceCheck }): Finding => ({
  part: "service",
  service: "image",
  kind: "on",
  url: "https://gateway.example",
  isSandbox: false,
  askedWith: undefined,
  check: undefined,
  ...more,
  ...(more.check ? { askedWith: "studio" } : {}),
});
const refused = (origin: "people" | "configuration"): Finding => ({
  part: "refused_key",
  name: "studio",
  at: new Date(Date.UTC(2026, 10, 22, 19, 5)),
  origin,
});
const told = (finding: Finding, locale: Locale = "en"): string => findingLine(finding, locale);

it("the doctor names the service that refused a key if the other one still accepts it", () => {
  const finding: Finding = { part: "partly_refused_key", name: "studio", service: "video" };
  expect(told(finding)).toBe(
    "⚠ The service for clips refused the key **studio**, and Easel stopped using it for clips. If it is valid there after all, `/easel-admin keys check` puts it back to use.",
  );
  expect(told(finding, "zh-CN")).toContain("**studio**");
});

describe("the doctor says about processes of another version", () => {
  const version = { name: "1.2.0", schema: "3.12" };
  const other = (isNewer: boolean, processes: number, known = true, kind: "worker" | "chat" = "worker"): Finding => ({
    part: "other_version",
    kind,
    version: known ? version : undefined,
    isNewer,
    processes,
  });

  it.each<[string, Finding, string, string]>([
    [
      "one older",
      other(false, 1),
      "⚠ One worker runs an older version of Easel (1.2.0, schema 3.12): replace it with this one.",
      "⚠ 注意：1 个工作进程运行的是较旧版本的 Easel（1.2.0，结构版本 3.12）：请将其替换为当前版本。",
    ],
    [
      "some whose version is unknown",
      other(false, 2, false),
      "⚠ 2 workers run an older version of Easel: replace them with this one.",
      "⚠ 注意：2 个工作进程运行的是较旧版本的 Easel：请将其替换为当前版本。",
    ],
    [
      "one that takes requests",
      other(false, 1, true, "chat"),
      "⚠ One process that takes requests runs an older version of Easel (1.2.0, schema 3.12): replace it with this one.",
      "⚠ 注意：1 个接收请求的进程运行的是较旧版本的 Easel（1.2.0，结构版本 3.12）：请将其替换为当前版本。",
    ],
    [
      "some newer",
      other(true, 3),
      "⚠ 3 workers run a newer version of Easel (1.2.0, schema 3.12): replace this process with it.",
      "⚠ 注意：3 个工作进程运行的是较新版本的 Easel（1.2.0，结构版本 3.12）：请将当前进程替换为该版本。",
    ],
  ])("which process to replace: %s", (_which, finding, en, zh) => {
    expect(told(finding)).toBe(en);
    expect(told(finding, "zh-CN")).toBe(zh);
  });
});

describe("the doctor says about a service", () => {
  it("that it has no key, and how to add one, only if there is none", () => {
    expect(told(service({ known: 0, usable: 0 }))).toBe(
      "⚠ Gateway for pictures: `https://gateway.example`. It has no key: add one with `/easel-admin keys add`.",
    );
  });

  it.each<[number, Locale, string]>([
    [1, "en", "Its only key can't be used now; the line about it below says why."],
    [2, "en", "None of its 2 keys can be used now; the lines about them below say why."],
    [1, "zh-CN", "它唯一的密钥现在不能使用，原因见下文。"],
    [2, "zh-CN", "它的 2 个密钥现在都不能使用，原因见下文。"],
  ])("that none of its %i keys can be used, instead of how to add one: %s", (known, locale, words) => {
    const line = told(service({ known, usable: 0 }), locale);
    expect(line).toContain(words);
    expect(line).not.toContain("keys add");
  });

  it("which key the gateway refused just now, and what to do", () => {
    const line = told(service({ known: 1, usable: 1, check: { kind: "invalid" } }));
    expect(line).toMatch(/^⚠ .* its answer just now: does not know it\. That was the key \*\*studio\*\*: replace it/);
  });
});

describe("the doctor says about a key that the gateway refused", () => {
  it.each<["people" | "configuration", Locale, string[]]>([
    [
      "people",
      "en",
      ["The gateway refused the key **studio** on 22 November 2026 at 19:05 UTC", "`/easel-admin keys add`"],
    ],
    ["configuration", "en", ["on 22 November 2026 at 19:05 UTC", "the configuration", "start Easel again"]],
    ["people", "zh-CN", ["网关于 2026年11月22日 19:05 UTC 拒绝了密钥 **studio**", "`/easel-admin keys add`"]],
    ["configuration", "zh-CN", ["2026年11月22日", "配置", "重新启动 Easel"]],
  ])("when that was and what to do: a key from %s, in %s", (origin, locale, words) => {
    const line = told(refused(origin), locale);
    for (const part of [...words, "`/easel-admin keys check`"]) expect(line).toContain(part);
  });
});

describe("the doctor says about a pooler", () => {
  it.each<["session" | "transaction", Locale, string]>([
    ["session", "en", "✓ A connection pooler in session mode is in front of PostgreSQL."],
    [
      "transaction",
      "en",
      "✓ A connection pooler in transaction mode is in front of PostgreSQL, and `DATABASE_DIRECT_URL` bypasses it.",
    ],
    ["session", "zh-CN", "✓ 正常：PostgreSQL 前面有一个会话模式的连接池。"],
    ["transaction", "zh-CN", "✓ 正常：PostgreSQL 前面有一个事务模式的连接池，`DATABASE_DIRECT_URL` 绕过它直接连接。"],
  ])("in %s mode, in %s", (mode, locale, line) => {
    expect(told({ part: "pooler", mode }, locale)).toBe(line);
  });
});

describe("the doctor says about the public address", () => {
  const address = (answer: AddressAnswer, certificate: AddressFacts["certificate"] = { days: 60 }): Finding => ({
    part: "address",
    url: "https://easel.example",
    answer,
    certificate,
  });

  it("nothing but its name if this Easel answers there with a certificate that is valid for long", () => {
    expect(told(address({ kind: "here" }))).toBe("✓ Public address: `https://easel.example`.");
    expect(told(address({ kind: "here" }, undefined))).toMatch(/^✓/);
  });

  it("that it is missing, which is a problem only if a platform links to results", () => {
    expect(told({ part: "address", url: undefined, isNeeded: true })).toMatch(/^⚠ No public address: .*PUBLIC_URL/);
    expect(told({ part: "address", url: undefined, isNeeded: false })).toMatch(/^✓/);
    expect(told({ part: "address", url: undefined, isNeeded: false }, "zh-CN")).toMatch(/^✓/);
  });

  it.each<[Finding, Locale, string]>([
    [address({ kind: "other", status: 404 }), "en", "It answers 404, but not as this Easel"],
    [address({ kind: "other", status: 404 }), "zh-CN", "它答复 404，但不是当前的 Easel"],
    [address({ kind: "failing", status: 502 }), "en", "It answers 502: the proxy there"],
    [address({ kind: "failing", status: 502 }), "zh-CN", "它答复 502："],
    [address({ kind: "silent", code: "ENOTFOUND" }), "en", "It does not answer (`ENOTFOUND`): check its name"],
    [address({ kind: "silent", code: undefined }), "zh-CN", "它没有答复：请检查域名"],
    [address({ kind: "here" }, { days: 13 }), "en", "Its certificate expires in 13 days: renew it."],
    [address({ kind: "here" }, { days: 13 }), "zh-CN", "它的证书还有 13 天过期"],
    [address({ kind: "here" }, { days: -1 }), "en", "Its certificate has expired"],
    [address({ kind: "here" }, "unreadable"), "en", "Its certificate can't be read"],
  ])("what is wrong there: %j (%s)", (finding, locale, words) => {
    expect(told(finding, locale)).toContain(words);
    expect(told(finding, locale)).toMatch(/^⚠/);
  });
});

describe("the doctor says about the database's clock", () => {
  const database = (aheadMs: number, isOpenToServer = false): Finding => ({
    part: "database",
    kind: "answers",
    ms: 2,
    aheadMs,
    version: "18.1",
    schema: "3.12",
    expectedSchema: "3.12",
    missingRole: undefined,
    isOpenToServer,
  });

  it.each<[number, Locale, string]>([
    [61_000, "en", "Its clock is 61 s ahead of that of Easel's machine: correct the wrong one (NTP)."],
    [-61_000, "en", "Its clock is 61 s behind that of Easel's machine"],
    [61_000, "zh-CN", "它的时钟比 Easel 所在机器的时钟快 61 秒"],
    [-61_000, "zh-CN", "慢 61 秒"],
  ])("that it differs by %i ms, and what to do (%s)", (aheadMs, locale, words) => {
    expect(told(database(aheadMs), locale)).toContain(words);
    expect(told(database(aheadMs), locale)).toMatch(/^⚠/);
  });

  it("together with what the operator must close", () => {
    const say = textsFor("en").doctor;
    const line = told(database(61_000, true));
    const both = [say.otherClock(61, true), say.openToServer, say.fixedByOperator];
    expect(line.endsWith(both.join(" "))).toBe(true);
    expect(told(database(61_000))).not.toContain(say.fixedByOperator);
  });

  it("nothing if it is close", () => {
    expect(told(database(4_000))).toMatch(/^✓ Database: .* schema 3\.12\.$/);
  });
});

const store = (folderTrouble: "missing" | "denied" | "unreliable"): Finding => ({
  part: "store",
  place: "folder",
  isFull: false,
  trouble: undefined,
  folderTrouble,
});

it.each<[Finding, Locale, string]>([
  [{ part: "quotas", usedUp: 1 }, "en", "⚠ One quota is used up, so requests are refused or wait for approval."],
  [{ part: "quotas", usedUp: 2 }, "en", "⚠ 2 quotas are used up"],
  [{ part: "quotas", usedUp: 2 }, "zh-CN", "⚠ 注意：2 项配额已用完"],
  [
    { part: "unpriced_quotas", quotas: 1, currency: "EUR" },
    "en",
    "⚠ One quota in money refuses everything, because the prices are in EUR. Set prices in its currency, or remove it",
  ],
  [
    { part: "unpriced_quotas", quotas: 2, currency: undefined },
    "en",
    "⚠ 2 quotas in money refuse everything, because no prices are set (`PRICES`). Set prices in their currency",
  ],
  [
    { part: "unpriced_quotas", quotas: 2, currency: "EUR" },
    "zh-CN",
    "⚠ 注意：2 项按金额的配额会拒绝所有请求，因为价格以 EUR 计。",
  ],
  [store("missing"), "en", "⚠ The folder `media` in `DATA_DIR` is missing, so no file can be kept."],
  [store("denied"), "zh-CN", "⚠ 注意：无法写入 `DATA_DIR` 中的 `media` 文件夹"],
  [store("unreliable"), "en", "⚠ The folder `media` in `DATA_DIR` does not return what was written"],
  [{ part: "disk", freeBytes: 2 ** 30 }, "en", "⚠ Only 1 GiB is left on the disk of `DATA_DIR`: free some space"],
  [{ part: "disk", freeBytes: 2 ** 30 }, "zh-CN", "⚠ 注意：`DATA_DIR` 所在的磁盘只剩 1 GiB"],
  [{ part: "bloat", tables: "jobs, posts" }, "en", "⚠ PostgreSQL's autovacuum does not keep up with `jobs, posts`"],
  [{ part: "bloat", tables: "jobs" }, "zh-CN", "⚠ 注意：PostgreSQL 的自动清理跟不上 `jobs`"],
  [{ part: "busy", waiting: 1 }, "en", "⚠ One job waits because the gateway answered that it is busy (429)."],
  [{ part: "busy", waiting: 7 }, "en", "⚠ 7 jobs wait because"],
  [{ part: "busy", waiting: 7 }, "zh-CN", "⚠ 注意：7 个任务在等待，因为网关答复它正忙（429）"],
  [
    { part: "silent", workspace: "slack:T1", hours: 26 },
    "en",
    "⚠ No request has been accepted from `slack:T1` for 26 hours",
  ],
  [
    { part: "silent", workspace: "slack:T1", hours: 26 },
    "zh-CN",
    "⚠ 注意：Easel 已有 26 小时没有接受来自 `slack:T1` 的请求",
  ],
])("the doctor says what is wrong, and what to do: %j (%s)", (finding, locale, words) => {
  expect(told(finding, locale)).toContain(words);
  expect(told(finding, locale)).toMatch(/\/easel|DATA_DIR|VACUUM/);
});

it.each<[Finding, Locale, string]>([
  [
    { part: "backup", at: new Date("2026-11-23T03:00:00Z"), isOld: false },
    "en",
    "✓ The last backup was made on 23 November 2026 at 03:00 UTC.",
  ],
  [
    { part: "backup", at: new Date("2026-11-23T03:00:00Z"), isOld: true },
    "en",
    "⚠ The last backup was made on 23 November 2026 at 03:00 UTC: see whether",
  ],
  [
    { part: "backup", at: new Date("2026-11-23T03:00:00Z"), isOld: true },
    "zh-CN",
    "⚠ 注意：最近一次备份还是在 2026年11月23日 03:00 UTC",
  ],
])("the doctor says when the last backup was made: %j (%s)", (finding, locale, words) => {
  expect(told(finding, locale)).toContain(words);
  expect(told(finding, locale).includes("`npm run backup`")).toBe(!needsNothing(finding, locale));
});

it.each<[Finding, Locale, string]>([
  [{ part: "undelivered", results: 1 }, "en", "⚠ One result of the last day was made, but not delivered: the platform"],
  [{ part: "undelivered", results: 2 }, "en", "⚠ 2 results of the last day were made, but not delivered: the platform"],
  [{ part: "undelivered", results: 2 }, "zh-CN", "⚠ 注意：最近一天有 2 个结果已生成，但没有送达"],
])("the doctor says where to deliver undelivered results: %j (%s)", (finding, locale, words) => {
  expect(told(finding, locale)).toContain(words);
  expect(told(finding, locale)).toContain("`/jobs --scope all`");
});
