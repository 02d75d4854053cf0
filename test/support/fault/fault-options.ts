/** How much the fault suite does, as `npm run test:fault -- --rounds 5 --kills 300 --replicas 3 --seed 1` asks for. */
export interface FaultOptions {
  /** Kills at each point. */
  readonly rounds: number;
  /** Kills of the random run. */
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
