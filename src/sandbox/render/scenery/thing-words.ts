/** Everyday things that prompts are often about. Each fills the middle of the picture. */
export type Thing = "sign" | "cat" | "coffee" | "food" | "product" | "portrait";

/** The words for things; the first one that a prompt names is drawn. */
export const THING_WORDS: readonly (readonly [Thing, RegExp])[] = [
  ["sign", /\bsigns?\b|\bposter|billboard|\bbanner|lettering|招牌|牌子|海报|横幅|标语/i],
  ["cat", /\bcats?\b|kitten|猫/i],
  ["coffee", /coffee|espresso|latte|cappuccino|\btea\b|\bmugs?\b|\bcups?\b|咖啡|茶|杯/i],
  [
    "food",
    /\bfood\b|pizza|burger|pasta|noodle|ramen|sushi|salad|\bcakes?\b|\bbread\b|breakfast|dinner|食物|美食|面条|拉面|蛋糕|披萨|寿司|早餐|晚餐/i,
  ],
  ["product", /\bproducts?\b|bottle|perfume|cosmetic|packaging|产品|商品|香水|瓶|包装/i],
  [
    "portrait",
    /portrait|headshot|selfie|\bwoman\b|\bman\b|\bgirl\b|\bboy\b|\bperson\b|肖像|人像|头像|女孩|男孩|女人|男人/i,
  ],
];
