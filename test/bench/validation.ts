import { atMost, type Bench, type Figure } from "./harness/bench.ts";
import { askPart } from "./harness/part.ts";
import type { Timed } from "./part/validation.ts";

/** Too short for a member to notice. */
const AIM_US = 50;

export const validation: Bench = {
  name: "validation",
  floor: "the same rules for these two models alone, written out by hand, without a catalogue",
  async run() {
    const timed = await askPart<Timed[]>("validation", "measure");
    const figures: Figure[] = timed.map(({ what, us, floorUs }) => ({
      what: `${what}, median`,
      unit: "µs",
      value: us,
      floor: floorUs,
      aims: [atMost(AIM_US)],
    }));
    return { figures };
  },
};
