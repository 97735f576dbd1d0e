// Two sides are measured in turns, so that whatever else the machine does falls on both; medians count.

const ROUNDS = 5;

export async function inTurns<Measured>(
  first: () => Promise<Measured>,
  second: () => Promise<Measured>,
  rounds = ROUNDS,
): Promise<[Measured[], Measured[]]> {
  const measured: [Measured[], Measured[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    measured[0].push(await first());
    measured[1].push(await second());
  }
  return measured;
}

export function median<Figure extends string>(measured: readonly Record<Figure, number>[], figure: Figure): number {
  return measured.map((one) => one[figure]).toSorted((a, b) => a - b)[Math.floor(measured.length / 2)]!;
}
