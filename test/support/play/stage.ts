import type { TestEasel } from "../easel.ts";

/** The channels of the play: `studio` for everyone, and `office` for admins. */
export type Room = "studio" | "office";

/** A command's options by name. */
export type Given = Readonly<Record<string, string | number>>;

/** A visible message, without markup. */
export interface Seen {
  readonly id: string;
  readonly text: string;
  /** The small line below everything else; empty if there is none. */
  readonly footer: string;
  readonly buttons: readonly string[];
  /** The choices of its menus, by the menus' labels. */
  readonly menus: Readonly<Record<string, readonly string[]>>;
  /** The prompts of its pictures and clips. */
  readonly shows: readonly string[];
}

/** A person in the play, with their platform's client. */
export interface Player {
  readonly name: string;
  /** How a command's option names them. */
  readonly mention: string;
  /** Runs a command by its full name. */
  does(command: string, given?: Given, room?: Room): Promise<void>;
  presses(message: Seen, button: string): Promise<void>;
  /** Chooses from a menu by the choice's label. */
  chooses(message: Seen, choice: string): Promise<void>;
  /** The current version of a message. */
  seesNow(message: Seen): Seen;
  /** The next private message after the act. */
  told(act: () => Promise<void>): Promise<Seen>;
  /** Opens a form with a command or button, and submits it. Resolves with the answer or the problems. */
  enters(opener: string | Pressed, fields: Readonly<Record<string, string>>): Promise<string>;
  /** Like `enters`, but resolves with the answer as a message whose buttons can be pressed. */
  isAskedBy(opener: Pressed, fields: Readonly<Record<string, string>>): Promise<Seen>;
}

/** A button of a message. */
export interface Pressed {
  readonly message: Seen;
  readonly button: string;
}

/** A platform as its people see it. */
export interface Side {
  /** Easel's public messages in the room, oldest first. */
  posts(room: Room): readonly Seen[];
  /** Waits until `look` returns something; gives up eventually. */
  until<T>(what: string, look: () => T | undefined): Promise<T>;
  /** Everything that Easel sent to the platform, as one text. */
  received(): string;
}

/** A platform with Easel, an admin and two members. */
export interface Stage extends Side {
  readonly easel: TestEasel;
  /** The name of their channel. */
  readonly studio: string;
  /** How a form's channel picker names that channel. */
  readonly studioId: string;
  readonly office: string;
  readonly admin: Player;
  readonly member: Player;
  /** Another member, who reads Chinese. */
  readonly li: Player;
  stop(): Promise<void>;
}

/** The private answer to a command. */
export async function answer(player: Player, command: string, given?: Given, room?: Room): Promise<string> {
  return (await player.told(() => player.does(command, given, room))).text;
}

/** Repeats a command until the answer contains these words: changes apply everywhere within a second, but not immediately. */
export async function answerWith(words: string, ...asked: Parameters<typeof answer>): Promise<void> {
  for (let text = ""; !text.includes(words);) text = await answer(...asked);
}

/** The result for a prompt that only this test uses. */
export function result(side: Side, prompt: string): Promise<Seen> {
  return side.until(`the result for ${prompt}`, () => side.posts("studio").find(({ shows }) => shows.includes(prompt)));
}

/** The options as text, for platforms without fields. */
export function typed(given: Given): string {
  return Object.entries(given)
    .map(([option, value]) => `--${option} ${/\s/.test(String(value)) ? `"${value}"` : value}`)
    .join(" ");
}

/** Acts on a view, and resolves with the view once it contains these words. */
export type Becomes = (player: Player, view: Seen, words: string, act: () => Promise<void>) => Promise<Seen>;

/** The views of these players. */
export function becomesIn(side: Pick<Side, "until">): Becomes {
  return async (player, view, words, act) => {
    await act();
    return side.until(`“${words}” in the view`, () => {
      const now = player.seesNow(view);
      return now.text.includes(words) ? now : undefined;
    });
  };
}
