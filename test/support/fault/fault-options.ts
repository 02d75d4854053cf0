/** The size of the fault suite, as set by `npm run test:fault -- --rounds 5 --kills 300 --replicas 3 --seed 1`. */
export interface FaultOptions {
  /** The number of kills at each point. */
  readonly rounds: number;
  /** The number of kills in the random run. */
  readonly kills: number;
  readonly replicas: number;
  readonly seed: number;
}

export function faultOptions(): FaultOptions {
  const number = (name: string, otherwise: number): number => Number(process.env[name] ?? otherwise);
  return {
    rounds: number("FAULT_ROUNDS", 5),
    kills: number("FAULT_KILLS", 300),
    replicas: number("FAULT_REPLICAS", 3),
    seed: number("FAULT_SEED", 1),
  };
}
