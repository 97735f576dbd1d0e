// Changes of the catalog by people and programs, each in a transaction of its own that ends with an entry of the audit log.

import { isDeepStrictEqual } from 'node:util';
import { type Sentence, sentence } from '../../../../languages/sentence.ts';
import { recordAudit } from '../../contract/access/audit-log.ts';
import type { Actor } from '../../contract/access/principal.ts';
import type { RecordName, Records, RecordTable, WebsiteRecord } from '../../engine/catalog/records/catalog-records.ts';
import {
  orderEtag,
  type StepRecord,
  sharesEtag,
  type VariantRecord,
} from '../../engine/catalog/records/catalog-records.ts';
import {
  type BeforeAndAfter,
  type CampaignName,
  changeRecord,
  changeWebsite,
  markCampaignSeen,
  type OrderedList,
  orderRecords,
  type RecordChanges,
  type Share,
  shareTraffic,
  type WebsiteChanges,
} from '../../engine/catalog/records/change-records.ts';
import { createRecord, type NewRecord, type RecordParent } from '../../engine/catalog/records/create-records.ts';
import type { Database, Queries } from '../../foundation/database/database.ts';
import type { Clock } from '../../foundation/time/clock.ts';

export interface CatalogServices {
  readonly catalog: CatalogEditor;
}

/** The functions of src/core/engine/catalog say which problems they throw. `ifMatch`: the header, as it was sent. */
export class CatalogEditor {
  readonly #database: Pick<Database, 'transaction'>;
  readonly #clock: Clock;

  constructor(database: Pick<Database, 'transaction'>, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  create<Table extends RecordTable>(
    parent: RecordParent<Table>,
    fields: NewRecord,
    actor: Actor,
  ): Promise<Records[Table]> {
    const { websiteId, table } = parent;
    return this.#database.transaction(async (tx) => {
      const record = await createRecord(tx, parent, fields, this.#clock());
      const subject = recordWords(table, record.id);
      await recordAudit(tx, { websiteId, actor, action: 'catalog_created', subject }, this.#clock);
      return record;
    });
  }

  change<Table extends RecordTable>(
    name: RecordName<Table>,
    changes: RecordChanges,
    ifMatch: string | undefined,
    actor: Actor,
  ): Promise<Records[Table]> {
    const { websiteId, table, id } = name;
    const fields = Object.keys(changes) as (keyof RecordChanges)[];
    const subject = fieldsOf(recordWords(table, id), fields.length > 0 ? fields : ['seen']);
    return this.#change({ websiteId, actor, subject }, (tx) => changeRecord(tx, name, changes, ifMatch, this.#clock()));
  }

  changeWebsite(
    websiteId: number,
    changes: WebsiteChanges,
    ifMatch: string | undefined,
    actor: Actor,
  ): Promise<WebsiteRecord> {
    const subject = fieldsOf(recordWords('websites', websiteId), Object.keys(changes) as (keyof WebsiteChanges)[]);
    return this.#change({ websiteId, actor, subject }, (tx) =>
      changeWebsite(tx, websiteId, changes, ifMatch, this.#clock()),
    );
  }

  async order<Table extends 'steps' | 'elements'>(
    list: OrderedList<Table>,
    ids: readonly number[],
    ifMatch: string | undefined,
    actor: Actor,
  ): Promise<{ readonly etag: string; readonly records: readonly StepRecord[] }> {
    const { websiteId, table, parentId } = list;
    const subject = sentence(table === 'steps' ? 'orderOfSteps' : 'orderOfElements', { id: String(parentId) });
    const records = await this.#change({ websiteId, actor, subject }, (tx) => orderRecords(tx, list, ids, ifMatch));
    return { etag: orderEtag(records), records };
  }

  async share(
    name: CampaignName,
    shares: readonly Share[],
    ifMatch: string | undefined,
    actor: Actor,
  ): Promise<{ readonly etag: string; readonly variants: readonly VariantRecord[] }> {
    const { websiteId, campaignId } = name;
    const subject = sentence('trafficShares', { id: String(campaignId) });
    const variants = await this.#change({ websiteId, actor, subject }, (tx) =>
      shareTraffic(tx, name, shares, ifMatch, this.#clock()),
    );
    return { etag: sharesEtag(variants), variants };
  }

  markSeen(name: CampaignName): Promise<number> {
    return this.#database.transaction((tx) => markCampaignSeen(tx, name, this.#clock()));
  }

  /** A change that changes nothing gets no entry. */
  #change<Shown>(change: CatalogChange, work: (tx: Queries) => Promise<BeforeAndAfter<Shown>>): Promise<Shown> {
    return this.#database.transaction(async (tx) => {
      const { before, after } = await work(tx);
      if (!isDeepStrictEqual(before, after)) {
        await recordAudit(tx, { ...change, action: 'catalog_changed' }, this.#clock);
      }
      return after;
    });
  }
}

interface CatalogChange {
  readonly websiteId: number;
  readonly actor: Actor;
  readonly subject: Sentence;
}

const KINDS = {
  websites: 'kind_website',
  areas: 'kind_area',
  campaigns: 'kind_campaign',
  variants: 'kind_variant',
  steps: 'kind_step',
  elements: 'kind_element',
} as const;

function recordWords(table: keyof typeof KINDS, id: number): Sentence {
  return sentence(KINDS[table], { id: String(id) });
}

function fieldsOf(record: Sentence, names: readonly (keyof RecordChanges | keyof WebsiteChanges | 'seen')[]): Sentence {
  return sentence('fieldsOf', { record, fields: { list: names.map((name) => sentence(`field_${name}`)) } });
}
