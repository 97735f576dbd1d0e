// All records there are besides the reports. A new one is a file of its own and a line here.
import type { Readable } from '../reports/define-report.ts';
import { listAreas } from './areas.ts';
import { listCampaigns } from './campaigns.ts';
import { getWebsite } from './website.ts';

export const RECORDS: readonly Readable[] = [listCampaigns, listAreas, getWebsite];
