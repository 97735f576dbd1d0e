// The campaigns of a website with their variants, steps and elements, as a tree that people edit.
import { useId, useState } from 'react';
import type {
  CatalogCampaign,
  CatalogElement,
  CatalogRecord,
  CatalogStep,
  CatalogVariant,
  RecordKind,
} from '../api/catalog.ts';
import { Button, buttonClass } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import { NewTag, StatusTag, Tag } from '../components/tag.tsx';
import { ctaTypeName, elementTypeName } from '../format/names.ts';
import { formatRateCompact } from '../format/numbers.ts';
import { t } from '../language/t.ts';
import type { Page } from '../routing/pages.ts';
import { Link } from '../routing/router.tsx';
import styles from './catalog-tree.module.css';
import { type Move, MoveRecordButtons } from './move-buttons.tsx';
import { elementLabel, stepLabel, variantLabel } from './record-kinds.ts';

/** What people can do with the tree. */
export interface TreeActions {
  readonly websiteId: number;
  /** None of the others is called for those who may only look. */
  readonly canEdit: boolean;
  readonly showsArchived: boolean;
  isOpen(kind: RecordKind, id: number): boolean;
  toggle(kind: RecordKind, id: number): void;
  create(kind: RecordKind, parentId: number | undefined): void;
  edit(kind: RecordKind, record: CatalogRecord): void;
  share(campaign: CatalogCampaign): void;
  markSeen(campaign: CatalogCampaign): void;
  move(move: Move): void;
}

interface OfTree {
  readonly actions: TreeActions;
}

export function CampaignTree({ campaigns, actions }: OfTree & { readonly campaigns: readonly CatalogCampaign[] }) {
  return (
    <ul className={styles.tree} aria-label={t('common.campaigns')}>
      {campaigns.map((campaign) => (
        <CampaignItem key={campaign.id} campaign={campaign} actions={actions} />
      ))}
    </ul>
  );
}

function CampaignItem({ campaign, actions }: OfTree & { readonly campaign: CatalogCampaign }) {
  const { websiteId, canEdit } = actions;
  const page = { name: 'campaign', websiteId, campaignId: campaign.id } as const;
  const live = campaign.variants.filter(({ status }) => status === 'live');
  return (
    <Item
      kind="campaigns"
      record={campaign}
      label={campaign.name}
      details={[ctaTypeName(campaign.cta_type), campaign.page_path]}
      report={page}
      hasNewBelow={isNewBelow(campaign)}
      childrenName="variants"
      childCount={campaign.variants.length}
      actions={actions}
      buttons={
        isNewBelow(campaign) || campaign.is_new ? (
          <Button
            size="small"
            aria-label={t('catalog.markAsSeenNamed', { name: campaign.name })}
            onClick={() => actions.markSeen(campaign)}
          >
            {t('catalog.markAsSeen')}
          </Button>
        ) : undefined
      }
      footer={
        canEdit && (
          <>
            <AddButton kind="variants" parentId={campaign.id} parentLabel={campaign.name} actions={actions} />
            {live.length > 0 && (
              <Button
                variant="quiet"
                size="small"
                aria-label={t('catalog.divideTrafficOf', { name: campaign.name })}
                onClick={() => actions.share(campaign)}
              >
                {t('catalog.divideTraffic')}
              </Button>
            )}
          </>
        )
      }
    >
      {shown(campaign.variants, actions).map((variant) => (
        <VariantItem key={variant.id} page={page} variant={variant} actions={actions} />
      ))}
    </Item>
  );
}

interface VariantItemProps extends OfTree {
  readonly page: Extract<Page, { name: 'campaign' }>;
  readonly variant: CatalogVariant;
}

function VariantItem({ page: campaignPage, variant, actions }: VariantItemProps) {
  const page = { ...campaignPage, name: 'variant', variantId: variant.id } as const;
  const label = variantLabel(variant);
  const number = t('catalog.variantNumber', { variation: variant.variation });
  return (
    <Item
      kind="variants"
      record={variant}
      label={label}
      details={[
        label === number ? undefined : number,
        t('catalog.ofTraffic', { share: formatRateCompact(variant.traffic_percentage) }),
        variant.is_holdout ? t('catalog.holdoutShowsNothing') : undefined,
      ]}
      report={page}
      hasNewBelow={isNewBelow(variant)}
      childrenName="steps"
      childCount={variant.steps.length}
      actions={actions}
      footer={actions.canEdit && <AddButton kind="steps" parentId={variant.id} parentLabel={label} actions={actions} />}
    >
      {shown(variant.steps, actions).map((step) => (
        <StepItem key={step.id} page={page} variant={variant} step={step} actions={actions} />
      ))}
    </Item>
  );
}

interface StepItemProps extends OfTree {
  readonly page: Extract<Page, { name: 'variant' }>;
  readonly variant: CatalogVariant;
  readonly step: CatalogStep;
}

function StepItem({ page: variantPage, variant, step, actions }: StepItemProps) {
  const page = { ...variantPage, name: 'step', stepId: step.id } as const;
  const label = stepLabel(step);
  const number = t('catalog.stepNumber', { position: step.position });
  const list = { kind: 'steps', parentId: variant.id, etag: variant.steps_etag } as const;
  return (
    <Item
      kind="steps"
      record={step}
      label={label}
      details={[label === number ? undefined : number]}
      report={page}
      hasNewBelow={isNewBelow(step)}
      childrenName="elements"
      childCount={step.elements.length}
      actions={actions}
      buttons={
        <MoveRecordButtons list={list} records={variant.steps} id={step.id} label={label} onMove={actions.move} />
      }
      footer={actions.canEdit && <AddButton kind="elements" parentId={step.id} parentLabel={label} actions={actions} />}
    >
      {shown(step.elements, actions).map((element) => (
        <ElementItem key={element.id} page={page} step={step} element={element} actions={actions} />
      ))}
    </Item>
  );
}

interface ElementItemProps extends OfTree {
  readonly page: Extract<Page, { name: 'step' }>;
  readonly step: CatalogStep;
  readonly element: CatalogElement;
}

function ElementItem({ page, step, element, actions }: ElementItemProps) {
  const label = elementLabel(element);
  const type = elementTypeName(element.element_type);
  const list = { kind: 'elements', parentId: step.id, etag: step.elements_etag } as const;
  return (
    <Item
      kind="elements"
      record={element}
      label={label}
      details={[label === type ? undefined : type]}
      report={{ ...page, name: 'element', elementId: element.id }}
      actions={actions}
      buttons={
        <MoveRecordButtons list={list} records={step.elements} id={element.id} label={label} onMove={actions.move} />
      }
    />
  );
}

interface ItemProps extends OfTree {
  readonly kind: RecordKind;
  readonly record: CatalogRecord;
  readonly label: string;
  readonly details: readonly (string | undefined)[];
  readonly report: Page;
  readonly hasNewBelow?: boolean;
  /** undefined: it cannot have any. */
  readonly childrenName?: 'variants' | 'steps' | 'elements';
  readonly childCount?: number;
  /** What stands before the button to edit it. */
  readonly buttons?: React.ReactNode;
  /** What stands below its children. */
  readonly footer?: React.ReactNode;
  readonly children?: React.ReactNode;
}

const CHILDREN = {
  variants: { none: 'catalog.noVariants', all: 'catalog.variantsOf' },
  steps: { none: 'catalog.noSteps', all: 'catalog.stepsOf' },
  elements: { none: 'catalog.noElements', all: 'catalog.elementsOf' },
} as const;

function Item(props: ItemProps) {
  const { kind, record, label, report, childrenName, childCount = 0, buttons, footer, children, actions } = props;
  const childrenId = useId();
  const isOpen = childrenName !== undefined && actions.isOpen(kind, record.id);
  return (
    <li className={styles.item}>
      <div className={styles.row}>
        {childrenName === undefined ? (
          <span className={styles.leaf}>{label}</span>
        ) : (
          <button
            type="button"
            className={styles.toggle}
            aria-expanded={isOpen}
            {...(isOpen && { 'aria-controls': childrenId })}
            onClick={() => actions.toggle(kind, record.id)}
          >
            <Icon name="chevron" />
            {label}
          </button>
        )}
        <Details {...props} />
        <div className={styles.buttons}>
          {actions.canEdit && buttons}
          {actions.canEdit && (
            <Button
              size="small"
              aria-label={t('catalog.editNamed', { name: label })}
              onClick={() => actions.edit(kind, record)}
            >
              {t('common.edit')}
            </Button>
          )}
          <Link
            to={report}
            className={buttonClass({ size: 'small' })}
            aria-label={t('catalog.reportOf', { name: label })}
          >
            {t('common.report')}
          </Link>
        </div>
      </div>
      {isOpen && (
        <div id={childrenId} className={styles.children}>
          {childCount === 0 ? (
            <p className="hint">{t(CHILDREN[childrenName].none)}</p>
          ) : (
            <ul aria-label={t(CHILDREN[childrenName].all, { name: label })}>{children}</ul>
          )}
          {footer && <div className={styles.footer}>{footer}</div>}
        </div>
      )}
    </li>
  );
}

function Details({ record, details, hasNewBelow = false, actions, kind }: ItemProps) {
  const isClosed = !actions.isOpen(kind, record.id);
  return (
    <span className={styles.details}>
      {record.key !== null && <code className={styles.key}>{record.key}</code>}
      {details.map((detail) => detail !== undefined && <span key={detail}>{detail}</span>)}
      {record.is_new && <NewTag />}
      {!record.is_new && hasNewBelow && isClosed && <Tag tone="good">{t('catalog.newInside')}</Tag>}
      {record.status === 'archived' && <StatusTag status="archived" />}
    </span>
  );
}

const ADD = {
  variants: { short: 'catalog.addVariants', long: 'catalog.addVariantsTo' },
  steps: { short: 'catalog.addSteps', long: 'catalog.addStepsTo' },
  elements: { short: 'catalog.addElements', long: 'catalog.addElementsTo' },
} as const;

interface AddButtonProps extends OfTree {
  readonly kind: keyof typeof ADD;
  readonly parentId: number;
  readonly parentLabel: string;
}

function AddButton({ kind, parentId, parentLabel, actions }: AddButtonProps) {
  return (
    <Button
      variant="quiet"
      size="small"
      aria-label={t(ADD[kind].long, { name: parentLabel })}
      onClick={() => actions.create(kind, parentId)}
    >
      <Icon name="plus" />
      {t(ADD[kind].short)}
    </Button>
  );
}

function shown<Shown extends CatalogRecord>(records: readonly Shown[], { showsArchived }: TreeActions): Shown[] {
  return records.filter(({ status }) => showsArchived || status === 'live');
}

type Nested = Partial<Record<'variants' | 'steps' | 'elements', readonly (CatalogRecord & Nested)[]>>;

function isNewBelow({ variants = [], steps = [], elements = [] }: Nested): boolean {
  return [...variants, ...steps, ...elements].some((child) => child.is_new || isNewBelow(child));
}

/** Which records show what is below them. */
export function useOpenRecords(): Pick<TreeActions, 'isOpen' | 'toggle'> & {
  open(kind: RecordKind, id: number): void;
} {
  const [openKeys, setOpenKeys] = useState<ReadonlySet<string>>(new Set());
  const keyOf = (kind: RecordKind, id: number) => `${kind}/${id}`;
  const open = (kind: RecordKind, id: number) => setOpenKeys((keys) => new Set(keys).add(keyOf(kind, id)));
  return {
    isOpen: (kind, id) => openKeys.has(keyOf(kind, id)),
    open,
    toggle: (kind, id) => {
      if (!openKeys.has(keyOf(kind, id))) open(kind, id);
      else setOpenKeys((keys) => new Set([...keys].filter((key) => key !== keyOf(kind, id))));
    },
  };
}
