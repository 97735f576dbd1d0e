// What a step is: a type of events, where on the website they happen, and filters.

import type { Catalog } from '../api/types.ts';
import { EVENT_NAMES } from '../format/funnels.ts';
import { t } from '../language/t.ts';
import { EVENT_TYPES, type EventType, hasSubject, type StepDefinition } from '../routing/funnel.ts';
import styles from './step-fields.module.css';
import { StepFilters } from './step-filters.tsx';
import { SubjectFields } from './subject-fields.tsx';

interface StepFieldsProps {
  readonly websiteId: number;
  /** undefined while it is loading. */
  readonly catalog: Catalog | undefined;
  readonly step: StepDefinition;
  /** The number of the step, from 1. */
  readonly number: string;
  readonly typeId: string;
  onChange(step: StepDefinition): void;
}

export function StepFields({ websiteId, catalog, step, number, typeId, onChange }: StepFieldsProps) {
  return (
    <div className={styles.fields}>
      <select
        id={typeId}
        aria-label={t('funnels.eventOfStep', { number })}
        value={step.type}
        onChange={({ target }) => onChange(withType(step, target.value as EventType))}
      >
        {EVENT_TYPES.map((type) => (
          <option key={type} value={type}>
            {EVENT_NAMES[type]}
          </option>
        ))}
      </select>
      {hasSubject(step.type) && (
        <SubjectFields
          catalog={catalog}
          subject={step.subject}
          number={number}
          onChange={(subject) => onChange({ ...step, subject })}
        />
      )}
      <StepFilters
        websiteId={websiteId}
        filters={step.filters}
        number={number}
        onChange={(filters) => {
          onChange({ ...step, filters });
          // A removed filter takes its button with it.
          document.getElementById(typeId)?.focus();
        }}
      />
    </div>
  );
}

function withType(step: StepDefinition, type: EventType): StepDefinition {
  return { ...step, type, subject: hasSubject(type) ? step.subject : undefined };
}
