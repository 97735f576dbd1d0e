// A catalog of equal websites, for the measurements of capacity.

/** Children of each parent. */
export interface CatalogSize {
  readonly websites: number;
  readonly campaigns: number;
  readonly variants: number;
  readonly steps: number;
  readonly elements: number;
  /** The first website that keeps its events. undefined: none does. */
  readonly loggedFrom?: number;
}

/** Each kind (website, campaign, …) is numbered from 1. */
export function catalogOf(size: CatalogSize): object {
  const { websites, campaigns, variants, steps, elements, loggedFrom = Number.POSITIVE_INFINITY } = size;
  return {
    accounts: [
      {
        id: 1,
        name: 'Capacity',
        websites: numbered(0, websites).map((website) => ({
          id: website,
          name: `site-${website}.example`,
          event_log: website >= loggedFrom,
          created_at: '2025-01-01T00:00:00Z',
          campaigns: numbered(website - 1, campaigns).map((campaign) => ({
            id: campaign,
            name: `Campaign ${campaign}`,
            cta_type: 'overlay',
            variants: numbered(campaign - 1, variants).map((variant) => ({
              id: variant,
              steps: numbered(variant - 1, steps).map((step) => ({
                id: step,
                elements: numbered(step - 1, elements).map((element) => ({ id: element, element_type: 'form' })),
              })),
            })),
          })),
        })),
      },
    ],
  };
}

/** Counts the websites, too. */
export function subjectsOf({ websites, campaigns, variants, steps, elements }: CatalogSize): number {
  return websites * (1 + campaigns * (1 + variants * (1 + steps * (1 + elements))));
}

/** Elements of all websites. */
export function elementsOf({ websites, campaigns, variants, steps, elements }: CatalogSize): number {
  return websites * campaigns * variants * steps * elements;
}

/** The numbers of a parent's children, if every parent has `count` of them. */
function numbered(parentIndex: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => parentIndex * count + index + 1);
}
