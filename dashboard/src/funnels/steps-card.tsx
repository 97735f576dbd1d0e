// The steps of a funnel, to be chosen and ordered, how long they may take, and what the funnel is broken down by.

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { catalogQuery } from '../api/catalog.ts';
import { useApi } from '../api/context.tsx';
import type { Catalog } from '../api/types.ts';
import { Button } from '../components/button.tsx';
import { Card } from '../components/card.tsx';
import { FieldRow, SelectField } from '../components/field.tsx';
import { Icon } from '../components/icon.tsx';
import { MoveButtons, type Movement } from '../components/move-buttons.tsx';
import { DIMENSION_NAMES, DIMENSIONS } from '../format/dimensions.ts';
import { offeredTimeLimits, timeLimitName } from '../format/funnels.ts';
import { formatCount } from '../format/numbers.ts';
import { t } from '../language/t.ts';
import type { Dimension } from '../routing/filters.ts';
import {
  type Funnel,
  NEW_STEP,
  STEPS_MAX,
  STEPS_MIN,
  type StepDefinition,
  withMovedStep,
  withoutStep,
  withStep,
} from '../routing/funnel.ts';
import { StepFields } from './step-fields.tsx';
import styles from './steps-card.module.css';

interface StepsCardProps {
  readonly websiteId: number;
  readonly funnel: Funnel;
  onChange(funnel: Funnel): void;
  /** What can be done with the funnel, such as saving it. */
  readonly children: ReactNode;
}

export function StepsCard({ websiteId, funnel, onChange, children }: StepsCardProps) {
  const { data: catalog } = useQuery(catalogQuery(useApi(), websiteId));
  const [announcement, setAnnouncement] = useState('');
  const idPrefix = useId();
  const idOf = (index: number, part: string) => `${idPrefix}-${index}-${part}`;
  const { steps, withinMinutes, breakDownBy } = funnel;
  const isFull = steps.length >= STEPS_MAX;
  const move = (from: number, { to, direction, announcement: text }: Movement) => {
    onChange(withMovedStep(funnel, from, to));
    setAnnouncement(text);
    // The button of the step, which has another place now.
    document.getElementById(idOf(to, direction))?.focus();
  };
  const remove = (index: number) => {
    onChange(withoutStep(funnel, index));
    setAnnouncement(t('funnels.stepRemoved', { number: formatCount(index + 1) }));
    // The button is gone.
    document.getElementById(idOf(Math.max(0, index - 1), 'type'))?.focus();
  };
  return (
    <Card title={t('common.steps')} hint={t('funnels.stepsHint')}>
      <ol className={styles.steps} aria-label={t('funnels.stepsOfFunnel')}>
        {steps.map((step, index) => (
          <StepItem
            // biome-ignore lint/suspicious/noArrayIndexKey: two steps may be equal, and a step is nothing but its place.
            key={index}
            websiteId={websiteId}
            catalog={catalog}
            step={step}
            index={index}
            count={steps.length}
            idOf={(part) => idOf(index, part)}
            onChange={(changed) => onChange(withStep(funnel, index, changed))}
            onMove={(movement) => move(index, movement)}
            onRemove={() => remove(index)}
          />
        ))}
      </ol>
      <p className="visually-hidden" aria-live="polite">
        {announcement}
      </p>
      <Button
        size="small"
        // A `disabled` button would lose the focus with the last step.
        aria-disabled={isFull}
        title={isFull ? t('funnels.atMostSteps', { count: STEPS_MAX }) : undefined}
        onClick={() => isFull || onChange({ ...funnel, steps: [...steps, NEW_STEP] })}
      >
        <Icon name="plus" />
        {t('funnels.addStep')}
      </Button>
      <div className={styles.options}>
        <FieldRow>
          <SelectField
            label={t('funnels.allWithin')}
            value={withinMinutes}
            onChange={({ target }) => onChange({ ...funnel, withinMinutes: Number(target.value) })}
          >
            {offeredTimeLimits(withinMinutes).map((minutes) => (
              <option key={minutes} value={minutes}>
                {timeLimitName(minutes)}
              </option>
            ))}
          </SelectField>
          <SelectField
            label={t('common.breakDownBy')}
            value={breakDownBy ?? ''}
            onChange={({ target }) => onChange({ ...funnel, breakDownBy: (target.value || undefined) as Dimension })}
          >
            <option value="">{t('funnels.notBrokenDown')}</option>
            {DIMENSIONS.map((dimension) => (
              <option key={dimension} value={dimension}>
                {DIMENSION_NAMES[dimension]}
              </option>
            ))}
          </SelectField>
        </FieldRow>
      </div>
      <div className={styles.actions}>{children}</div>
    </Card>
  );
}

interface StepItemProps {
  readonly websiteId: number;
  readonly catalog: Catalog | undefined;
  readonly step: StepDefinition;
  readonly index: number;
  readonly count: number;
  idOf(part: string): string;
  onChange(step: StepDefinition): void;
  onMove(movement: Movement): void;
  onRemove(): void;
}

function StepItem({ websiteId, catalog, step, index, count, idOf, onChange, onMove, onRemove }: StepItemProps) {
  const number = formatCount(index + 1);
  return (
    <li className={styles.step}>
      <span className={styles.number} aria-hidden="true">
        {index + 1}
      </span>
      <StepFields
        websiteId={websiteId}
        catalog={catalog}
        step={step}
        number={number}
        typeId={idOf('type')}
        onChange={onChange}
      />
      <div className={styles.buttons}>
        <MoveButtons from={index} count={count} label={t('funnels.step', { number })} buttonId={idOf} onMove={onMove} />
        {count > STEPS_MIN && (
          <Button
            variant="icon"
            size="small"
            aria-label={t('funnels.removeStep', { number })}
            title={t('common.remove')}
            onClick={onRemove}
          >
            <Icon name="close" />
          </Button>
        )}
      </div>
    </li>
  );
}
