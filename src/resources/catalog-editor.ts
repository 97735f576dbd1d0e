// Changes of the catalog by people and programs, each in a transaction of its own.
import type { RecordName, Records, RecordTable, WebsiteRecord } from '../catalog/catalog-records.ts';
import { orderEtag, type StepRecord, sharesEtag, type VariantRecord } from '../catalog/catalog-records.ts';
import {
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
} from '../catalog/change-records.ts';
import { createRecord, type NewPlace, type NewRecord } from '../catalog/create-records.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';

export interface CatalogServices {
  readonly catalog: CatalogEditor;
}

/** The functions of src/catalog say which problems they throw. `ifMatch`: the header, as it was sent. */
export class CatalogEditor {
  readonly #database: Pick<Database, 'transaction'>;
  readonly #clock: Clock;

  constructor(database: Pick<Database, 'transaction'>, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  create<Table extends RecordTable>(place: NewPlace<Table>, fields: NewRecord): Promise<Records[Table]> {
    return this.#database.transaction((tx) => createRecord(tx, place, fields, this.#clock()));
  }

  change<Table extends RecordTable>(
    name: RecordName<Table>,
    changes: RecordChanges,
    ifMatch: string | undefined,
  ): Promise<Records[Table]> {
    return this.#database.transaction((tx) => changeRecord(tx, name, changes, ifMatch, this.#clock()));
  }

  changeWebsite(websiteId: number, changes: WebsiteChanges, ifMatch: string | undefined): Promise<WebsiteRecord> {
    return this.#database.transaction((tx) => changeWebsite(tx, websiteId, changes, ifMatch, this.#clock()));
  }

  async order<Table extends 'steps' | 'elements'>(
    list: OrderedList<Table>,
    ids: readonly number[],
    ifMatch: string | undefined,
  ): Promise<{ readonly etag: string; readonly records: readonly StepRecord[] }> {
    const records = await this.#database.transaction((tx) => orderRecords(tx, list, ids, ifMatch));
    return { etag: orderEtag(records), records };
  }

  async share(
    name: CampaignName,
    shares: readonly Share[],
    ifMatch: string | undefined,
  ): Promise<{ readonly etag: string; readonly variants: readonly VariantRecord[] }> {
    const variants = await this.#database.transaction((tx) => shareTraffic(tx, name, shares, ifMatch, this.#clock()));
    return { etag: sharesEtag(variants), variants };
  }

  markSeen(name: CampaignName): Promise<number> {
    return this.#database.transaction((tx) => markCampaignSeen(tx, name, this.#clock()));
  }
}
