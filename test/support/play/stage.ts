import type { TestEasel } from "../easel.ts";

/** Where the play takes place: a channel that everyone is in, and one where admins are asked and told. */
export type Room = "studio" | "office";

/** What a command is given, by the names of its options. */
export type Given = Readonly<Record<string, string | number>>;

/** A message as it is seen, without any markup. */
export interface Seen {
  readonly id: string;
  readonly text: string;
  /** The quiet line below everything else; empty where there is none. */
  readonly footer: string;
  readonly buttons: readonly string[];
  /** What its pictures and clips were made for. */
  readonly shows: readonly string[];
}

/** Someone in the play, with the client that their platform gives them. */
export interface Player {
  readonly name: string;
  /** How a command's option names them. */
  readonly mention: string;
  /** Gives a command, by its name with all words. */
  does(command: string, given?: Given, room?: Room): Promise<void>;
  presses(message: Seen, button: string): Promise<void>;
  /** What a message that was seen before looks like now. */
  seesNow(message: Seen): Seen;
  /** What they alone are told next once they did it. */
  told(act: () => Promise<void>): Promise<Seen>;
  /** Opens a form by a command or a button, fills it in, and resolves with what is said of it: the answer, or what is wrong. */
  enters(opener: string | Pressed, fields: Readonly<Record<string, string>>): Promise<string>;
}

/** A button of a message. */
export interface Pressed {
  readonly message: Seen;
  readonly button: string;
}

/** One platform as its people see it. */
export interface Side {
  /** Easel's messages that everyone in the room sees, oldest first. */
  posts(room: Room): readonly Seen[];
  /** Looks until there is something; gives up after a while. */
  until<T>(what: string, look: () => T | undefined): Promise<T>;
  /** Everything that Easel gave the platform, as one text. */
  received(): string;
}

/** A platform with Easel, an admin and a member. */
export interface Stage extends Side {
  readonly easel: TestEasel;
  /** What their channels are called. */
  readonly studio: string;
  readonly office: string;
  readonly admin: Player;
  readonly member: Player;
  stop(): Promise<void>;
}

/** The answer to a command, which only they see who gave it. */
export async function answer(player: Player, command: string, given?: Given, room?: Room): Promise<string> {
  return (await player.told(() => player.does(command, given, room))).text;
}

/** Asks until the answer has these words: what was changed holds everywhere within a second, and not before. */
export async function answerWith(words: string, ...asked: Parameters<typeof answer>): Promise<void> {
  for (let text = ""; !text.includes(words);) text = await answer(...asked);
}

/** The result for a prompt that nobody else has used, once it is there. */
export function result(side: Side, prompt: string): Promise<Seen> {
  return side.until(`the result for ${prompt}`, () => side.posts("studio").find(({ shows }) => shows.includes(prompt)));
}

/** What is typed after a command's name where there are no fields for its options. */
export function typed(given: Given): string {
  return Object.entries(given)
    .map(([option, value]) => `--${option} ${/\s/.test(String(value)) ? `"${value}"` : value}`)
    .join(" ");
}
