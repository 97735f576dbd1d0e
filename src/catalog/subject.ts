// The five kinds of things that numbers are kept for, and whose child each one is.

export const SUBJECT_KIND = { website: 1, campaign: 2, variant: 3, step: 4, element: 5 } as const;
export type SubjectKindName = keyof typeof SUBJECT_KIND;
export type SubjectKind = (typeof SUBJECT_KIND)[SubjectKindName];

export interface Subject {
  readonly kind: SubjectKind;
  readonly id: number;
  readonly websiteId: number;
  readonly parent: Subject | null;
  /**
   * Whether a view of this subject is a view of its parent too. Not for elements, nor for any step but the first of
   * its variant: a funnel of three steps would otherwise count its visitors' views three times.
   */
  readonly viewsCountForParent: boolean;
}

export interface WebsiteCatalog {
  readonly website: Subject;
  readonly currency: string;
  /** By kind, then by id. */
  readonly subjects: Readonly<Record<SubjectKind, ReadonlyMap<number, Subject>>>;
}
