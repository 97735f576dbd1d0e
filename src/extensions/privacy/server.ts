import { ContactErasure } from '../../core/manage/erasure/forget-contact.ts';
import { keptDataOf } from '../../core/server/app/kept-data.ts';
import { defineServerHalf } from '../../core/server/extension/server-half.ts';
import { ContactData } from './contact-data.ts';
import { eraseData, type OwnersErasureServices, previewErasure } from './erasure-operations.ts';
import { Erasures } from './erasures.ts';
import { type ErasureServices, forgetContact } from './forget-contact-operation.ts';
import { type ContactDataServices, getContactData } from './get-contact-data.ts';
import { KeptData } from './kept-data.ts';
import { type KeptDataServices, listKeptData } from './list-kept-data.ts';
import { privacyReads } from './reads.ts';

type PrivacyServices = ErasureServices & OwnersErasureServices & ContactDataServices & KeptDataServices;

export const server = defineServerHalf<PrivacyServices>({
  reads: privacyReads,
  actions: [getContactData, forgetContact, previewErasure, eraseData, listKeptData],
  services: ({ config, database, clock, logger, parts }) => {
    const erasure = new ContactErasure(database, clock);
    return {
      erasure,
      erasures: new Erasures({
        ...{ database, clock, contactErasure: erasure },
        onFailure: (error, websiteId) => logger.error({ err: error, websiteId }, 'a website could not be erased'),
      }),
      contactData: new ContactData({ database, clock, queryEventsMax: config.queryEventsMax }),
      keptData: new KeptData(database, keptDataOf(config, parts.halves)),
    };
  },
});
