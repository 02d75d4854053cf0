/** Everyday things that prompts are often about. Each fills the middle of the picture. */
export type Thing =
  | "sign"
  | "cat"
  | "dog"
  | "car"
  | "coffee"
  | "ramen"
  | "cake"
  | "pizza"
  | "fruit"
  | "food"
  | "product"
  | "portrait";

/** The words for things; the first one that a prompt names is drawn. */
const THING_WORDS: readonly (readonly [Thing, RegExp])[] = [
  ["sign", /\bsigns?\b|signboard|\bposter|billboard|\bbanner|lettering|招牌|牌子|木牌|海报|横幅|标语/i],
  ["cat", /\bcats?\b|kitten|猫/i],
  ["dog", /\bdogs?\b|pupp(?:y|ies)|corgi|\bpoodle|retriever|狗|犬|柯基/i],
  ["car", /\bcars?\b|\btaxis?\b|\bcabs?\b|sports car|sedan|汽车|轿车|跑车|出租车/i],
  ["ramen", /ramen|noodle|\bpho\b|\budon|\bsoups?\b|拉面|面条|汤/i],
  ["cake", /\b(?:cup|pan)?cakes?\b|birthday|蛋糕/i],
  ["pizza", /pizza|披萨|比萨/i],
  ["fruit", /\bfruits?\b|\bapples?\b|\boranges\b|banana|grapes?\b|berries|strawberr|水果|苹果|橙子|香蕉|葡萄|草莓/i],
  ["coffee", /coffee|espresso|latte|cappuccino|\btea\b|\bmugs?\b|\bcups?\b|咖啡|茶|杯/i],
  ["food", /\bfood\b|burger|pasta|spaghetti|sushi|salad|\bbread\b|breakfast|dinner|食物|美食|意面|寿司|早餐|晚餐/i],
  ["product", /\bproducts?\b|bottle|perfume|cosmetic|packaging|产品|商品|香水|瓶|包装/i],
  [
    "portrait",
    /portrait|headshot|selfie|\bwoman\b|\bman\b|\bgirl\b|\bboy\b|\bperson\b|肖像|人像|头像|女孩|男孩|女人|男人/i,
  ],
];

/** What an edit adds to the image, as against what it says about what is there already. */
const ADDED = /\b(?:add(?:ing)?|with|put(?:ting)?|place|insert|include)\b(.*)|(?:加|添|放|画上|带)(.*)/is;

/** The everyday thing that a prompt is about. */
export function thingIn(prompt: string): Thing | undefined {
  return THING_WORDS.find(([, words]) => words.test(prompt))?.[0];
}

/** The thing that an edit adds, and its prompt without that word. */
export function addedIn(prompt: string): { readonly thing: Thing; readonly rest: string } | undefined {
  const added =
    ADDED.exec(prompt)
      ?.slice(1)
      .find((part) => part !== undefined) ?? "";
  const found = THING_WORDS.find(([, words]) => words.test(added));
  return found && { thing: found[0], rest: prompt.replace(found[1], "") };
}
