import { describe, expect, it } from "vitest";
import type { Group, GroupStore } from "../../../../src/core/account/groups.ts";
import { viewTexts } from "../../../../src/core/chat/message.ts";
import { en } from "../../../../src/text/en/index.ts";
import { aCommand, ADA, aPress, createCommandWorld, GENERAL } from "../../../support/commands.ts";
import { setUpDispatch } from "../../../support/dispatching.ts";

const MAX = "account:a-max";
const FILM: Group = { id: "g-film", name: "Film", members: [MAX, "account:a-gone"] };
const EMPTY: Group = { id: "g-empty", name: "Empty", members: [] };
const REMOVE = "set:easel-admin groups remove:";

function setUp(...groups: readonly Group[]) {
  const { groups: store, people } = createCommandWorld();
  const removed: string[] = [];
  const remove: GroupStore["remove"] = async (_change, groupId, member) => {
    removed.push(`${member.subject} from ${groupId}`);
    return "removed";
  };
  const here = setUpDispatch({}, {}, undefined, {
    groups: { ...store, list: async () => groups, remove },
    people: { ...people, names: async () => new Map([["a-max", "Max"]]) },
  });
  return {
    ...here,
    removed,
    type: (options: Readonly<Record<string, string>>) => here.send(aCommand("easel-admin groups remove", options, ADA)),
    press: (key: string) => here.send(aPress(`${REMOVE}${key}`, { actor: ADA })),
  };
}

describe("removing a member of a group", () => {
  it("begins with a choice of the groups, even of those without members", async () => {
    const { responder, type } = setUp(FILM, EMPTY);
    await type({});
    const [{ text, buttons } = { text: "", buttons: undefined }] = responder.answers;
    expect(text.split("\n").slice(0, 3)).toEqual([
      en.people.groups,
      "• **Film** · Max, a-gone",
      expect.stringContaining("• **Empty**"),
    ]);
    expect(buttons?.map(({ id, label }) => [id, label])).toEqual([
      [`${REMOVE}g-film`, en.setting.changeOf("Film")],
      [`${REMOVE}@g-empty`, en.setting.changeOf("Empty")],
    ]);
  });

  it("offers the members of the pressed group, people who are gone by id", async () => {
    const { responder, press, removed, send } = setUp(FILM, EMPTY);
    await press("g-film");
    const [form] = responder.forms;
    const choices = [
      { value: MAX, label: "Max" },
      { value: "account:a-gone", label: "a-gone" },
    ];
    expect(form?.fields).toMatchObject([{ name: "member", required: true, choices }]);
    const about = { key: "k", conversation: GENERAL, actor: ADA, attachments: [] };
    await send({ kind: "form", ...about, form: form?.id ?? "", values: { member: MAX } });
    expect(removed).toEqual([`${MAX} from g-film`]);
  });

  it("says that a group has no members, and offers nothing to press", async () => {
    const { responder, press } = setUp(FILM, EMPTY);
    await press("@g-empty");
    expect(responder.forms).toEqual([]);
    const [message] = responder.answers;
    expect(message && viewTexts(message)).toContain("Empty");
    expect(message?.buttons ?? []).toEqual([]);
  });

  it("says so if there are no groups, or none with that name or button", async () => {
    const none = setUp();
    await none.type({});
    expect(none.said()).toBe(en.people.noGroups);
    const { said, press } = setUp(FILM);
    await press("g-other");
    expect(said()).toBe(en.gone);
  });
});
