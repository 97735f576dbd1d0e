// The list of all operations. To add one, write its file and add a line here, or in read-operations.ts if it only reads.

import { type AuditLogServices, listAuditLog } from '../access/audit-log-operations.ts';
import {
  acceptInvitation,
  createInvitation,
  joinAccount,
  listInvitations,
  showInvitation,
  withdrawInvitation,
} from '../access/invitation-operations.ts';
import { resetPassword, showPasswordReset } from '../access/password-reset-operations.ts';
import type { PeopleServices } from '../access/people.ts';
import { changeRole, createResetLink, leaveAccount, listPeople, removePerson } from '../access/people-operations.ts';
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
} from '../access/profile-operations.ts';
import { createToken, listTokens, revokeToken, type TokenServices } from '../access/token-operations.ts';
import { type ArrivalServices, countArrivals, listArrivals } from '../arrivals/arrival-operations.ts';
import { type BrowserCollectorServices, collectBrowserEvents } from '../collector/collect-browser-events.ts';
import { type CollectorServices, collectEvents } from '../collector/collect-events.ts';
import {
  changeWebsiteSettings,
  createIngestKey,
  getWebsiteSettings,
  listIngestKeys,
  revokeIngestKey,
  type SendingServices,
} from '../collector/sending-operations.ts';
import {
  createWebhook,
  listWebhooks,
  revokeWebhook,
  type WebhookServices,
} from '../collector/webhooks/webhook-operations.ts';
import { changeContact } from '../contacts/change-contact.ts';
import { collectContact, type FormServices } from '../contacts/collect-contact.ts';
import type { ContactServices } from '../contacts/contact-store.ts';
import { deleteContact } from '../contacts/delete-contact.ts';
import { exportContacts } from '../contacts/export-contacts.ts';
import { listContacts } from '../contacts/list-contacts.ts';
import { removeContact } from '../contacts/remove-contact.ts';
import { searchContacts } from '../contacts/search-contacts.ts';
import { acceptUnconfirmed, dismissUnconfirmed, listUnconfirmed } from '../contacts/unconfirmed-operations.ts';
import { upsertContact } from '../contacts/upsert-contact.ts';
import type { ErasureServices } from '../erasure/forget-contact.ts';
import { forgetContact } from '../erasure/forget-contact-operation.ts';
import { type BrandingServices, changeBranding, getBranding } from '../notifications/branding-operations.ts';
import {
  changeSubscription,
  createSubscription,
  listNotifications,
  type NotificationServices,
  removeSubscription,
  replaceSubscriptionSecret,
  sendTestNotification,
} from '../notifications/notification-operations.ts';
import type { Operation, ReadOperation } from '../operations/define-operation.ts';
import { ANNOTATION_OPERATIONS } from '../resources/annotation-operations.ts';
import { markCampaignSeen, orderElements, orderSteps, shareTraffic } from '../resources/arrange-catalog.ts';
import type { CatalogServices } from '../resources/catalog-editor.ts';
import {
  changeArea,
  changeCampaign,
  changeElement,
  changeStep,
  changeVariant,
  changeWebsite,
} from '../resources/change-catalog.ts';
import { createArea, createCampaign, createElement, createStep, createVariant } from '../resources/create-catalog.ts';
import { createWebsite } from '../resources/create-website.ts';
import { GOAL_OPERATIONS } from '../resources/goal-operations.ts';
import { FUNNEL_OPERATIONS } from '../resources/saved-funnel-operations.ts';
import type { SavedRecordServices } from '../resources/saved-record-operations.ts';
import { VIEW_OPERATIONS } from '../resources/saved-view-operations.ts';
import type { WebsiteCreatorServices } from '../resources/website-creator.ts';
import { checkSetup, finishSetup, type SetupServices } from '../setup/setup-operations.ts';
import { READ_OPERATIONS } from './read-operations.ts';

export const API_PREFIX = '/api/v1';

/** The services that the handlers of all actions use. */
export type Services = ContactServices &
  ErasureServices &
  FormServices &
  TokenServices &
  ProfileServices &
  AuditLogServices &
  CollectorServices &
  BrowserCollectorServices &
  SendingServices &
  WebhookServices &
  ArrivalServices &
  PeopleServices &
  NotificationServices &
  BrandingServices &
  CatalogServices &
  SavedRecordServices &
  WebsiteCreatorServices &
  SetupServices;

export const OPERATIONS: readonly Operation<Services>[] = [
  ...READ_OPERATIONS,
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
  ...FUNNEL_OPERATIONS,
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
  forgetContact,
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
  listWebhooks,
  createWebhook,
  revokeWebhook,
  listNotifications,
  createSubscription,
  changeSubscription,
  removeSubscription,
  replaceSubscriptionSecret,
  sendTestNotification,
  getBranding,
  changeBranding,
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
  listAuditLog,
  checkSetup,
  finishSetup,
];

export const TOOL_OPERATIONS: readonly ReadOperation[] = READ_OPERATIONS.filter(({ isTool }) => isTool);
