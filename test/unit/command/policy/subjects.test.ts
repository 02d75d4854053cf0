import { describe, expect, it } from "vitest";
import { listedSubjects, readSubjects } from "../../../../src/command/policy/subjects.ts";
import { groupSubject, roleSubject, type Subject } from "../../../../src/core/account/policy/subject.ts";
import type { Named } from "../../../../src/core/chat/platform.ts";
import { createCommandWorld, GENERAL } from "../../../support/commands.ts";

const FILM = groupSubject("g-1");
const EDITORS = roleSubject(GENERAL, "r-1");
const ADA: Subject = "account:a-ada";
const MAX: Subject = "account:a-max";

/** A workspace with the group `Film`, and with these roles and people. */
function setUp(roles: Readonly<Record<string, Named>>, persons: Readonly<Record<string, Named>> = {}) {
  const { groups, people, platform } = createCommandWorld();
  const asked: string[] = [];
  const context = {
    groups: { ...groups, list: async () => [{ id: "g-1", name: "Film", members: [] }] },
    people: { ...people, accountOf: async (_: string, { userId }: { readonly userId: string }) => `a-${userId}` },
    platform: {
      ...platform,
      lookUp: async (_: unknown, kind: string, given: string) => {
        asked.push(`${kind} ${given}`);
        return kind === "role" ? roles[given] : persons[given];
      },
    },
  };
  const read = (text: string, now: readonly Subject[] = [], names: ReadonlyMap<Subject, string> = new Map()) =>
    readSubjects(text, now, names, { conversation: GENERAL }, { organisationId: "o" }, context);
  return { asked, read };
}

const WORKSPACE = [
  { editors: { id: "r-1", name: "editors" }, Film: { id: "r-2", name: "Film" } },
  { "<@max>": { id: "max", name: "Max" }, Ada: { id: "ada", name: "Ada" } },
] as const;

describe("a typed list of people", () => {
  it.each<[string, readonly Subject[]]>([
    ["editors", [EDITORS]],
    ["Ada, <@max>", [ADA, MAX]],
    ["<@max> Ada", [MAX, ADA]],
    ["FILM，editors、Ada\n<@max>", [FILM, EDITORS, ADA, MAX]],
    ["Ada, , Ada,", [ADA]],
    ["", []],
  ])("names groups before roles, and roles before people: %j", async (text, subjects) => {
    expect(await setUp(...WORKSPACE).read(text)).toEqual({ subjects, unknown: [], unclear: [] });
  });

  it("reports the names without a match, besides the others", async () => {
    expect(await setUp(...WORKSPACE).read("Ada, Adda, <@gone>")).toEqual({
      subjects: [ADA],
      unknown: ["Adda", "<@gone>"],
      unclear: [],
    });
  });

  it("keeps those already in the list, by id or by name, without asking the platform", async () => {
    const { asked, read } = setUp({});
    const names = new Map([
      [FILM, "Film"],
      [EDITORS, "editors"],
    ]);
    expect(await read(`${ADA}, film, Editors`, [ADA, FILM, EDITORS], names)).toEqual({
      subjects: [ADA, FILM, EDITORS],
      unknown: [],
      unclear: [],
    });
    expect(asked).toEqual([]);
  });

  it("is unclear about somebody who has taken the name of a group or a role", async () => {
    const names = new Map([
      [ADA, "Film"],
      [MAX, "editors"],
    ]);
    const { read } = setUp(...WORKSPACE);
    expect(await read("film, editors", [ADA, MAX], names)).toEqual({
      subjects: [],
      unknown: [],
      unclear: ["film", "editors"],
    });
    const alone = setUp({});
    expect(await alone.read("editors", [MAX], names)).toEqual({ subjects: [MAX], unknown: [], unclear: [] });
  });

  it("does not guess between two people of the same name", async () => {
    const names = new Map([
      [ADA, "Sam"],
      [MAX, "sam"],
    ]);
    expect(await setUp({}).read("Sam", [ADA, MAX], names)).toEqual({ subjects: [], unknown: ["Sam"], unclear: [] });
  });

  it("never takes a mention for somebody's name", async () => {
    const names = new Map([[ADA, "<@max>"]]);
    expect(await setUp(...WORKSPACE).read("<@max>", [ADA], names)).toMatchObject({ subjects: [MAX] });
  });
});

describe("the list as text", () => {
  const text = (...named: readonly (readonly [Subject, string])[]) =>
    listedSubjects(
      named.map(([subject]) => subject),
      new Map(named),
    );

  it("has their names", () => {
    expect(text([FILM, "Film"], [ADA, "Ada Lovelace"])).toBe("Film, Ada Lovelace");
  });

  it.each(["", " Ada", "Ada, Max", "Ada、Max", "<@max>", "123456789012345678", "all", "NONE", MAX])(
    "has the id of somebody whose name would be read differently: %j",
    (name) => {
      expect(text([ADA, name], [MAX, "Max"])).toBe(`${ADA}, Max`);
    },
  );

  it("has the ids of people with the same name, and of those without one", () => {
    expect(text([ADA, "Sam"], [MAX, "sam"])).toBe(`${ADA}, ${MAX}`);
    expect(listedSubjects([ADA], new Map())).toBe(ADA);
  });

  it("is read as the same subjects", async () => {
    const named = [
      [FILM, "Film"],
      [ADA, "all"],
      [MAX, "Max, Film"],
    ] as const;
    const names = new Map<Subject, string>(named);
    const all = named.map(([subject]) => subject);
    expect((await setUp({}).read(text(...named), all, names)).subjects).toEqual(all);
  });
});
