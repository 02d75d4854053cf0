/** The colours of a landscape at one time of day. */
export interface Palette {
  readonly name: string;
  /** From the zenith to the horizon. */
  readonly sky: readonly [string, string, string, string];
  /** Sun or moon. */
  readonly light: string;
  readonly far: string;
  readonly near: string;
  /** Whether the light is a moon among stars. */
  readonly night: boolean;
  /** Words that call for it, English and Chinese. */
  readonly words: RegExp;
}

export const PALETTES: readonly [Palette, ...Palette[]] = [
  {
    name: "dusk",
    sky: ["#1b1f4b", "#5a3a7a", "#d4667c", "#ffb983"],
    light: "#ffe6b8",
    far: "#8a5a86",
    near: "#17132e",
    night: false,
    words: /dusk|sunset|evening|twilight|golden hour|黄昏|日落|傍晚|晚霞|夕阳/i,
  },
  {
    name: "night",
    sky: ["#060a22", "#0f1b45", "#203b6b", "#456a92"],
    light: "#f4f1de",
    far: "#2b4a78",
    near: "#050a1a",
    night: true,
    words: /night|midnight|\bstars?\b|starry|moon|galaxy|夜|星|月/i,
  },
  {
    name: "dawn",
    sky: ["#5f9bc4", "#9fcbdc", "#f4d8c6", "#ffe6c2"],
    light: "#fff6df",
    far: "#a3b9c4",
    near: "#24404d",
    night: false,
    words: /dawn|sunrise|morning|spring|清晨|日出|早晨|春/i,
  },
  {
    name: "ember",
    sky: ["#33183f", "#87304d", "#dd6340", "#ffc66e"],
    light: "#fff0c4",
    far: "#b65a48",
    near: "#2f1322",
    night: false,
    words: /desert|dune|fire|volcano|autumn|\bred\b|orange|沙漠|火|秋|红|橙/i,
  },
  {
    name: "forest",
    sky: ["#12363a", "#376862", "#92b59c", "#e8edd2"],
    light: "#fbf7d9",
    far: "#7fa292",
    near: "#0b2320",
    night: false,
    words: /forest|tree|wood|jungle|green|\bfox|bear|deer|森林|树|林|绿|狐|熊|鹿/i,
  },
  {
    name: "winter",
    sky: ["#7896be", "#b0c5de", "#e2eaf3", "#fdf3ea"],
    light: "#ffffff",
    far: "#a7b9cd",
    near: "#31435f",
    night: false,
    words: /snow|winter|\bice|frost|glacier|雪|冬|冰/i,
  },
  {
    name: "day",
    sky: ["#2a78bf", "#66aee0", "#b9e0f1", "#f3f6e6"],
    light: "#fffbe3",
    far: "#8db7c2",
    near: "#17453f",
    night: false,
    words: /\bday|summer|beach|blue|tropical|sunny|白天|夏|海滩|蓝|晴/i,
  },
  {
    name: "dream",
    sky: ["#4f60c4", "#9c85de", "#f0a5c7", "#ffe1c9"],
    light: "#fff1e0",
    far: "#a988cc",
    near: "#2d2156",
    night: false,
    words: /dream|pink|purple|flower|magic|fantasy|\bcats?\b|kitten|梦|粉|紫|花|魔法|猫/i,
  },
];

/** Whether a text names a time of day, a season or a mood. */
export function namesLight(text: string): boolean {
  return PALETTES.some(({ words }) => words.test(text));
}
