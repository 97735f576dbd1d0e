// How the memory of a machine or a container is divided among the threads that read reports.
import { expect, test } from 'vitest';
import {
  importedEventsMax,
  mergedEventsMax,
  readMemory,
  runsJobsInTurn,
} from '../../../../src/core/foundation/memory/memory.ts';

const MIB = 1024 * 1024;

test.each([
  { memory: '128 MiB', mib: 128, processors: 2, expected: { threads: 1, keptMib: 8 } },
  { memory: '256 MiB', mib: 256, processors: 2, expected: { threads: 1, keptMib: 16 } },
  { memory: '1 GiB', mib: 1024, processors: 2, expected: { threads: 2, keptMib: 32 } },
  { memory: '1 GiB', mib: 1024, processors: 1, expected: { threads: 2, keptMib: 32 } },
  { memory: '8 GiB', mib: 8192, processors: 1, expected: { threads: 3, keptMib: 32 } },
  { memory: '8 GiB', mib: 8192, processors: 4, expected: { threads: 5, keptMib: 32 } },
])('$memory, $processors processors', ({ mib, processors, expected }) => {
  const { threads, keptBytesMax } = readMemory(mib * MIB, processors);
  expect({ threads, keptMib: keptBytesMax / MIB }).toEqual(expected);
});

test.each([
  [128, 32_768],
  [256, 294_912],
  [1024, 1_500_000],
])('an import on %i MiB has at most %i events in memory', (mib, events) => {
  expect(importedEventsMax(mib * MIB)).toBe(events);
});

test.each([
  [256, true, 294_912],
  [1023, true, 1_500_000],
  [1024, false, Number.POSITIVE_INFINITY],
])('on %i MiB, jobs run one at a time: %s; and merge at most %i events at once', (mib, isInTurn, events) => {
  expect([runsJobsInTurn(mib * MIB), mergedEventsMax(mib * MIB)]).toEqual([isInTurn, events]);
});
