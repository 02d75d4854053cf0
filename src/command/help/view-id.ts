const HELP = /^help:([a-z -]{0,60})$/;

/** The topic that a button or a choice of `/easel help` shows: empty for the overview. Undefined for any other id. */
export function readHelpPress(id: string): string | undefined {
  return HELP.exec(id)?.[1];
}

/** The reverse of `readHelpPress`. */
export function helpPressId(topic: string): string {
  return `help:${topic}`;
}
