import type { Place } from "../../core/account/membership.ts";
import type { ChatEvent } from "../../core/chat/event.ts";
import type { Button, Menu, Message } from "../../core/chat/message.ts";
import type { Texts } from "../../text/texts.ts";
import type { Invocation } from "../invocation.ts";
import { invocationOf } from "../run.ts";
import type { CommandSpec } from "../parse/spec.ts";
import { overviewPressId, SUBJECTS, type OverviewPress, type Subject } from "./view-id.ts";

/** Who looks at the overview, and where. `key`: of the event. */
export type Viewer = Pick<ChatEvent, "key"> & Place;

/**
 * Characters of a line and of a section, so that a view fits Discord's 4,000. Longer lists get a button that shows everything.
 */
const LINE_CHARACTERS = 300;
const SECTION_CHARACTERS = 2_000;

/** Characters of a whole view. Its headings and its small lines get some marks on Discord. */
export const VIEW_CHARACTERS = 3_700;

/** The menu of all subjects, which every view of the overview has. `shown`: the current subject. */
export function subjectMenu(shown: Subject | "home", { isDirect = false }: Viewer, { overview: say }: Texts): Menu {
  const label = (subject: Subject): string =>
    isDirect && subject === "channel" ? say.subjects.direct : say.subjects[subject];
  const choices = [
    {
      id: overviewPressId({ kind: "home" }),
      label: say.home,
      ...(shown === "home" ? { isChosen: true as const } : {}),
    },
    ...SUBJECTS.map((subject) => ({
      id: overviewPressId({ kind: "subject", subject }),
      label: label(subject),
      ...(subject === shown ? { isChosen: true as const } : {}),
    })),
  ];
  return { id: "subject", label: say.choose, choices };
}

/** A subject's view: its menus below the menu of all subjects, and a button that shows it again below its own. */
export function subjectView(
  subject: Subject,
  { menus = [], buttons = [], ...view }: Message,
  again: OverviewPress,
  viewer: Viewer,
  texts: Texts,
): Message {
  return {
    ...view,
    sections: view.sections ?? [],
    menus: [subjectMenu(subject, viewer, texts), ...menus],
    buttons: [...buttons, button(again, texts.overview.refresh)],
  };
}

/** A button of the overview. */
export function button(press: OverviewPress, label: string, style: Button["style"] = "secondary"): Button {
  return { id: overviewPressId(press), label, style };
}

/** The input of a command that is shown in the overview: as if it were typed without options. */
export function bare(viewer: Viewer, spec: CommandSpec): Invocation {
  const given = { options: {}, attachments: [], message: undefined, parent: undefined };
  return invocationOf(viewer, given, spec);
}

/** Lines that were made to fit. `isCut`: something is left out. */
interface Fitted {
  readonly lines: readonly string[];
  readonly isCut: boolean;
}

/** The lines that fit a section; long lists within a line are shortened. */
export function fitted(lines: readonly string[], characters = SECTION_CHARACTERS): Fitted {
  const kept: string[] = [];
  let left = characters;
  let isCut = false;
  for (const line of lines) {
    const shown = shortLine(line);
    isCut ||= shown !== line;
    left -= shown.length + 1;
    if (left < 0) return { lines: kept, isCut: true };
    kept.push(shown);
  }
  return { lines: kept, isCut };
}

/** The lines of several sections that fit together. What short sections leave goes to the long ones. */
export function fittedTogether(sections: readonly (readonly string[])[], characters: number): readonly Fitted[] {
  const needed = sections.map((lines) => lines.reduce((sum, line) => sum + shortLine(line).length + 1, 0));
  const smallestFirst = [...needed.entries()].toSorted(([, one], [, other]) => one - other);
  const shares = new Map<number, number>();
  let left = characters;
  for (const [done, [index, need]] of smallestFirst.entries()) {
    const share = Math.min(need, Math.floor(left / (sections.length - done)));
    shares.set(index, share);
    left -= share;
  }
  return sections.map((lines, index) => fitted(lines, shares.get(index)));
}

/** Cuts at a comma of a list, in either language, so that no name and no markup is split. */
function shortLine(line: string): string {
  if (line.length <= LINE_CHARACTERS) return line;
  const [end, comma] = [", ", "、"]
    .map((one) => [line.lastIndexOf(one, LINE_CHARACTERS), one] as const)
    .reduce((one, other) => (other[0] > one[0] ? other : one));
  return end < 0 ? line : `${line.slice(0, end)}${comma}…`;
}
