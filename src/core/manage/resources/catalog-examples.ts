// The parts that examples of the catalog's operations share.
import { exampleWebsite } from '../../contract/operations/examples.ts';

const etag = 'nOTWxxLYyw8FI4kx4m0Yz8Eyrxs';
const record = { key: 'spring-popup', status: 'live', is_new: false, etag };

export const exampleListEtag = '2jmj7l5rSw0yVb_vlWAYkK_YBwk';

export const exampleRecords = {
  website: {
    ...exampleWebsite,
    status: 'live',
    event_log: false,
    timezone: 'UTC',
    credit_window_days: 0,
    credit_by: 'conversion',
    group_name: '',
    exchange_rates: [{ currency: 'EUR', date: '2026-03-01', rate: 1.0825 }],
    etag,
  },
  area: { id: 5, name: 'Sidebar', status: 'live', etag },
  campaign: { id: 10, ...record, name: 'Spring popup', cta_type: 'overlay', page_path: '/' },
  variant: { id: 100, ...record, key: 'a', name: null, variation: 'A', traffic_percentage: 100 },
  step: { id: 1000, ...record, key: 'form', name: 'The form', position: 1 },
  element: { id: 10000, ...record, key: 'e-mail', name: null, element_type: 'form', position: 1 },
};
