// Seeded random catalogs: unsorted, ids have gaps, some levels are empty.
import { Random } from '../../src/core/foundation/statistics/random.ts';

export interface RandomElement {
  readonly id: number;
  readonly element_type: string;
  readonly position: number;
}
export interface RandomStep {
  readonly id: number;
  readonly position: number;
  readonly elements: RandomElement[];
}
export interface RandomVariant {
  readonly id: number;
  readonly name: string | null;
  readonly variation: string;
  readonly traffic_percentage: number;
  readonly is_holdout?: true;
  readonly steps: RandomStep[];
}
export interface RandomCampaign {
  readonly id: number;
  readonly name: string;
  readonly cta_type: string;
  readonly status: 'live' | 'archived';
  readonly created_at: string;
  readonly published_at: string | null;
  readonly variants: RandomVariant[];
}
export interface RandomWebsite {
  readonly id: number;
  readonly name: string;
  readonly currency: string;
  /** Default: UTC. */
  readonly timezone?: string;
  readonly created_at: string;
  readonly campaigns: RandomCampaign[];
}
interface RandomAccount {
  readonly id: number;
  readonly name: string;
  readonly websites: RandomWebsite[];
}
export interface RandomCatalog {
  readonly accounts: RandomAccount[];
}

export interface CatalogSize {
  readonly accounts: number;
  readonly websites: number;
  readonly campaigns: number;
}

const CTA_TYPES = ['overlay', 'quiz', 'bar'];
const ELEMENT_TYPES = ['form', 'quiz', 'products', 'button'];
const CREATED = ['2023-12-01T00:00:00Z', '2024-02-29T12:30:00Z', '2024-02-29T12:30:00Z', '2025-01-01T00:00:00Z'];

/** Most campaigns with several variants have one. */
function isHoldout({ id }: RandomVariant, index: number): boolean {
  return index === 1 && id % 3 > 0;
}

export function randomCatalog(seed: number, size: CatalogSize): RandomCatalog {
  const random = new Random(seed);
  let lastId = 0;
  const nextId = () => {
    lastId += random.between(1, 5);
    return lastId;
  };
  const pick = <T>(items: readonly T[]): T => items[random.between(0, items.length - 1)]!;
  const several = <T>(low: number, high: number, make: () => T): T[] =>
    Array.from({ length: random.between(low, high) }, make);

  const element = (): RandomElement => ({
    id: nextId(),
    element_type: pick(ELEMENT_TYPES),
    position: random.between(1, 3),
  });
  const step = (): RandomStep => ({
    id: nextId(),
    position: random.between(1, 4),
    elements: several(0, 3, element),
  });
  const variant = (): RandomVariant => ({
    id: nextId(),
    name: random.chance(0.5) ? null : `Variant ${lastId}`,
    variation: pick(['A', 'B', 'C']),
    traffic_percentage: pick([0, 50, 100]),
    steps: several(0, 3, step),
  });
  const campaign = (): RandomCampaign => ({
    id: nextId(),
    name: `Campaign ${lastId}`,
    cta_type: pick(CTA_TYPES),
    status: random.chance(0.7) ? 'live' : 'archived',
    created_at: pick(CREATED),
    published_at: random.chance(0.3) ? null : pick(CREATED),
    variants: several(0, 3, variant).map((own, index) => (isHoldout(own, index) ? { ...own, is_holdout: true } : own)),
  });
  const website = (): RandomWebsite => ({
    id: nextId(),
    name: `website-${lastId}.example`,
    currency: pick(['USD', 'EUR', 'JPY']),
    created_at: pick(CREATED),
    campaigns: Array.from({ length: size.campaigns }, campaign),
  });
  const account = (): RandomAccount => ({
    id: nextId(),
    name: `Account ${lastId}`,
    websites: Array.from({ length: size.websites }, website),
  });
  return { accounts: Array.from({ length: size.accounts }, account) };
}
