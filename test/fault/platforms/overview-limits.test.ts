import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { overviewPressId, SHOWN_BY, SUBJECTS } from "../../../src/command/overview/view-id.ts";
import { SPANS } from "../../../src/core/account/quota/quota.ts";
import { LOCALES } from "../../../src/lib/locale.ts";
import { textsFor } from "../../../src/text/texts.ts";
import { ADA, aPress } from "../../support/commands.ts";
import { LONG_TENANTS, setUpLongTenant, shownBy } from "../../support/long-tenant.ts";
import { expectFits } from "../../support/view-fits.ts";

describe("every view of the overview", () => {
  it.each(LOCALES)("fits each platform in %s, however much there is and whatever it is called", async (locale) => {
    const actor = { ...ADA, locale };
    await fc.assert(
      fc.asyncProperty(LONG_TENANTS, async (tenant) => {
        const here = setUpLongTenant(tenant);
        const [group] = here.groups;
        const ids = [
          overviewPressId({ kind: "home" }),
          ...SUBJECTS.map((subject) => overviewPressId({ kind: "subject", subject })),
          ...(group ? [overviewPressId({ kind: "group", groupId: group.id })] : []),
          ...SPANS.flatMap((span) => SHOWN_BY.map((by) => overviewPressId({ kind: "usage", span, by }))),
        ];
        for (const id of ids) {
          await here.send(aPress(id, { actor }));
          expectFits(shownBy(here));
        }
      }),
      { numRuns: 8 },
    );
  });

  it.each(LOCALES)("shows a part of each long list of rules in %s, and offers the complete list", async (locale) => {
    const here = setUpLongTenant({ many: 60, name: "model-" });
    await here.send(aPress("overview:workspace", { actor: { ...ADA, locale } }));
    const { sections = [], buttons = [] } = shownBy(here);
    expect(buttons.map(({ label }) => label)).toContain(textsFor(locale).overview.wholeList);
    const cut = sections.filter(({ text }) => text?.includes("…"));
    expect(cut.length).toBeGreaterThanOrEqual(2);
    for (const { text } of sections) expect(text).not.toBe("");
  });
});
