// The operations of the core, and those that extensions add. To add one, write its file and add a line here; in read-operations.ts if it
// only reads; or in the lists of its extension.

import type { AnyOperation, Operation, ReadOperation } from '../../contract/operations/define-operation.ts';
import { type ArrivalServices, countArrivals, listArrivals } from '../../intake/arrivals/arrival-operations.ts';
import { type BrowserCollectorServices, collectBrowserEvents } from '../../intake/collector/collect-browser-events.ts';
import { type CollectorServices, collectEvents } from '../../intake/collector/collect-events.ts';
import {
  changeWebsiteSettings,
  createIngestKey,
  getWebsiteSettings,
  listIngestKeys,
  revokeIngestKey,
  type SendingServices,
} from '../../intake/collector/sending-operations.ts';
import { type AuditLogServices, listAuditLog } from '../../manage/accounts/audit-log-operations.ts';
import {
  acceptInvitation,
  createInvitation,
  joinAccount,
  listInvitations,
  showInvitation,
  withdrawInvitation,
} from '../../manage/accounts/invitation-operations.ts';
import { resetPassword, showPasswordReset } from '../../manage/accounts/password-reset-operations.ts';
import type { PeopleServices } from '../../manage/accounts/people.ts';
import {
  changeRole,
  createResetLink,
  leaveAccount,
  listPeople,
  removePerson,
} from '../../manage/accounts/people-operations.ts';
import {
  changeOwnPassword,
  changeProfile,
  chooseWebsites,
  endSession,
  getProfile,
  listApplications,
  listOwnWebsites,
  listSessions,
  type ProfileServices,
  revokeApplication,
} from '../../manage/accounts/profile-operations.ts';
import {
  changeReportingCurrency,
  getReportingCurrency,
  type ReportingCurrencyServices,
} from '../../manage/accounts/reporting-currency-operations.ts';
import { createToken, listTokens, revokeToken, type TokenServices } from '../../manage/accounts/token-operations.ts';
import { changeContact } from '../../manage/contacts/change-contact.ts';
import { collectContact, type FormServices } from '../../manage/contacts/collect-contact.ts';
import type { ContactServices } from '../../manage/contacts/contact-store.ts';
import { deleteContact } from '../../manage/contacts/delete-contact.ts';
import { exportContacts } from '../../manage/contacts/export-contacts.ts';
import { listContacts } from '../../manage/contacts/list-contacts.ts';
import { removeContact } from '../../manage/contacts/remove-contact.ts';
import { searchContacts } from '../../manage/contacts/search-contacts.ts';
import {
  acceptUnconfirmed,
  dismissUnconfirmed,
  listUnconfirmed,
} from '../../manage/contacts/unconfirmed-operations.ts';
import { upsertContact } from '../../manage/contacts/upsert-contact.ts';
import { ANNOTATION_OPERATIONS } from '../../manage/resources/annotation-operations.ts';
import { markCampaignSeen, orderElements, orderSteps, shareTraffic } from '../../manage/resources/arrange-catalog.ts';
import type { CatalogServices } from '../../manage/resources/catalog-editor.ts';
import {
  changeArea,
  changeCampaign,
  changeElement,
  changeStep,
  changeVariant,
  changeWebsite,
} from '../../manage/resources/change-catalog.ts';
import {
  createArea,
  createCampaign,
  createElement,
  createStep,
  createVariant,
} from '../../manage/resources/create-catalog.ts';
import { createWebsite } from '../../manage/resources/create-website.ts';
import { GOAL_OPERATIONS } from '../../manage/resources/goal-operations.ts';
import type { SavedRecordServices } from '../../manage/resources/saved-record-operations.ts';
import { VIEW_OPERATIONS } from '../../manage/resources/saved-view-operations.ts';
import type { WebsiteCreatorServices } from '../../manage/resources/website-creator.ts';
import { checkSetup, finishSetup, type SetupServices } from '../../manage/setup/setup-operations.ts';
import { listReads, type ReadHalf } from './read-operations.ts';

export const API_PREFIX = '/api/v1';

/** The services that the handlers of the core's actions use. */
export type CoreServices = ContactServices &
  FormServices &
  TokenServices &
  ProfileServices &
  AuditLogServices &
  ReportingCurrencyServices &
  CollectorServices &
  BrowserCollectorServices &
  SendingServices &
  ArrivalServices &
  PeopleServices &
  CatalogServices &
  SavedRecordServices &
  WebsiteCreatorServices &
  SetupServices;

const CORE_ACTIONS: readonly Operation<CoreServices>[] = [
  createWebsite,
  changeWebsite,
  createArea,
  changeArea,
  createCampaign,
  changeCampaign,
  markCampaignSeen,
  createVariant,
  changeVariant,
  shareTraffic,
  createStep,
  changeStep,
  orderSteps,
  createElement,
  changeElement,
  orderElements,
  ...ANNOTATION_OPERATIONS,
  ...GOAL_OPERATIONS,
  ...VIEW_OPERATIONS,
  listContacts,
  exportContacts,
  searchContacts,
  upsertContact,
  changeContact,
  deleteContact,
  removeContact,
  listUnconfirmed,
  acceptUnconfirmed,
  dismissUnconfirmed,
  collectContact,
  collectEvents,
  collectBrowserEvents,
  listArrivals,
  countArrivals,
  listIngestKeys,
  createIngestKey,
  revokeIngestKey,
  getWebsiteSettings,
  changeWebsiteSettings,
  listTokens,
  createToken,
  revokeToken,
  listPeople,
  changeRole,
  removePerson,
  leaveAccount,
  createResetLink,
  listInvitations,
  createInvitation,
  withdrawInvitation,
  showInvitation,
  acceptInvitation,
  joinAccount,
  showPasswordReset,
  resetPassword,
  getProfile,
  changeProfile,
  changeOwnPassword,
  listSessions,
  endSession,
  listApplications,
  revokeApplication,
  listOwnWebsites,
  chooseWebsites,
  getReportingCurrency,
  changeReportingCurrency,
  listAuditLog,
  checkSetup,
  finishSetup,
];

/** What an extension adds. */
export interface AddedOperations {
  readonly reads?: ReadHalf;
  readonly actions?: readonly AnyOperation[];
}

export interface OperationList {
  readonly all: readonly AnyOperation[];
  readonly reads: readonly ReadOperation[];
  /** The ten tools of the specification. */
  readonly tools: readonly ReadOperation[];
  /** The tools that an installation or a client chooses in addition. */
  readonly extendedTools: readonly ReadOperation[];
}

export function listOperations(added: readonly AddedOperations[]): OperationList {
  const reads = listReads(added.flatMap((extension) => extension.reads ?? []));
  return {
    all: [...reads, ...CORE_ACTIONS, ...added.flatMap(({ actions = [] }) => actions)],
    reads,
    tools: reads.filter(({ isTool }) => isTool === true),
    extendedTools: reads.filter(({ isTool }) => isTool === 'extended'),
  };
}
