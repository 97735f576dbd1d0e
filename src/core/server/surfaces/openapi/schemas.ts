// Converts zod schemas to the JSON Schemas of the OpenAPI document. Schemas that are used in many places, or that clients
// want a name for, become named components.
import { z } from 'zod';
import * as shapes from '../../../answers/reports/schemas.ts';
import { arrival, arrivalCounts } from '../../../intake/arrivals/arrival-operations.ts';
import { event } from '../../../intake/collector/collect-events.ts';
import {
  createdIngestKey,
  ingestKey,
  newIngestKey,
  websiteSettings,
} from '../../../intake/collector/sending-operations.ts';
import { auditEntry } from '../../../manage/accounts/audit-log-operations.ts';
import {
  acceptance,
  createdInvitation,
  invitation,
  newInvitation,
  shownInvitation,
} from '../../../manage/accounts/invitation-operations.ts';
import { person, resetLink } from '../../../manage/accounts/people-operations.ts';
import {
  browserSession,
  connectedApplication,
  newPassword,
  profile,
  profileChange,
  websiteChoice,
} from '../../../manage/accounts/profile-operations.ts';
import { createdToken, newToken, token } from '../../../manage/accounts/token-operations.ts';
import { contact } from '../../../manage/contacts/contact.ts';
import { annotation } from '../../../manage/resources/annotation-operations.ts';
import { area } from '../../../manage/resources/areas.ts';
import { campaignRecord, variantRecord } from '../../../manage/resources/campaigns.ts';
import { goal } from '../../../manage/resources/goal-operations.ts';
import { savedView } from '../../../manage/resources/saved-view-operations.ts';
import { websiteRecord } from '../../../manage/resources/website.ts';
import { newSetup } from '../../../manage/setup/setup-operations.ts';

export type JsonSchema = Record<string, unknown>;

/** The schemas that become named components, and their names. */
export type NamedSchemas = readonly (readonly [schema: z.ZodType, name: string])[];

export const CORE_SCHEMAS: NamedSchemas = [
  [shapes.metrics, 'Metrics'],
  [shapes.websiteMetrics, 'WebsiteMetrics'],
  [shapes.timeseries, 'Timeseries'],
  [shapes.breakdown, 'Breakdown'],
  [shapes.websiteBreakdown, 'WebsiteBreakdown'],
  [annotation, 'Annotation'],
  [goal, 'Goal'],
  [savedView, 'SavedView'],
  [shapes.website, 'ReportedWebsite'],
  [shapes.timeframe, 'Timeframe'],
  [shapes.variant, 'Variant'],
  [campaignRecord, 'CampaignRecord'],
  [variantRecord, 'VariantRecord'],
  [area, 'Area'],
  [websiteRecord, 'WebsiteRecord'],
  [contact, 'Contact'],
  [event, 'Event'],
  [arrival, 'Arrival'],
  [arrivalCounts, 'ArrivalCounts'],
  [ingestKey, 'IngestKey'],
  [newIngestKey, 'NewIngestKey'],
  [createdIngestKey, 'CreatedIngestKey'],
  [websiteSettings, 'WebsiteSettings'],
  [auditEntry, 'AuditEntry'],
  [token, 'Token'],
  [newToken, 'NewToken'],
  [createdToken, 'CreatedToken'],
  [person, 'Person'],
  [resetLink, 'ResetLink'],
  [invitation, 'Invitation'],
  [newInvitation, 'NewInvitation'],
  [createdInvitation, 'CreatedInvitation'],
  [shownInvitation, 'ShownInvitation'],
  [acceptance, 'Acceptance'],
  [profile, 'Profile'],
  [profileChange, 'ProfileChange'],
  [newPassword, 'NewPassword'],
  [browserSession, 'BrowserSession'],
  [connectedApplication, 'ConnectedApplication'],
  [websiteChoice, 'WebsiteChoice'],
  [newSetup, 'NewSetup'],
];

export class Schemas {
  readonly #named: ReadonlyMap<unknown, string>;

  constructor(named: NamedSchemas) {
    this.#named = new Map<unknown, string>(named);
  }

  /** `input`: fields with a default are optional. `output`: they are always there. */
  of(type: z.ZodType, io: 'input' | 'output' = 'output'): JsonSchema {
    return convert(type, io, this.#named);
  }

  /** The named ones, in the order of their names. */
  all(): Record<string, JsonSchema> {
    const sorted = [...this.#named].sort(([, a], [, b]) => (a < b ? -1 : 1));
    return Object.fromEntries(
      sorted.map(([type, name]) => {
        const others = new Map([...this.#named].filter(([other]) => other !== type));
        return [name, convert(type as z.ZodType, 'output', others)];
      }),
    );
  }
}

export function reference(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

function convert(type: z.ZodType, io: 'input' | 'output', named: ReadonlyMap<unknown, string>): JsonSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(type, {
    io,
    override({ zodSchema, jsonSchema }) {
      const name = named.get(zodSchema);
      if (name) replace(jsonSchema, reference(name));
      else dropSafeIntegerLimits(jsonSchema);
    },
  });
  return schema;
}

function replace(target: JsonSchema, by: JsonSchema): void {
  for (const key of Object.keys(target)) delete target[key];
  Object.assign(target, by);
}

/** Zod adds the safe integer range to every integer. It tells a reader nothing. */
function dropSafeIntegerLimits(schema: JsonSchema): void {
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
}
