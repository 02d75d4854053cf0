import { describe, expect, it } from "vitest";
import type { Finding } from "../../../src/core/account/doctor.ts";
import type { ServiceCheck } from "../../../src/core/account/keys/key.ts";
import type { Locale } from "../../../src/lib/locale.ts";
import { findingLine } from "../../../src/text/render/doctor.ts";

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
