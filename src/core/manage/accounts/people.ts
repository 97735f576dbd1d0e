// People of an account, their invitations and password resets, as the operations see them. Implemented by the authorization
// server.
import type { Actor, DashboardUser, OneTimeLink } from '../../contract/access/principal.ts';
import type { Membership, Role } from '../../contract/access/role.ts';

export interface Person {
  /** The id of the user. */
  readonly id: number;
  readonly email: string;
  readonly role: Role;
  /** Where the role holds. null: in the account, and on all its websites. */
  readonly website_ids: readonly number[] | null;
}

/** `websiteIds`: undefined if they stay as they are. */
export interface RoleChange {
  readonly role: Role;
  readonly websiteIds: Membership['websiteIds'] | undefined;
}

/** A person of an account. */
export interface PersonId {
  readonly accountId: number;
  readonly userId: number;
}

export interface People {
  list(accountId: number): Promise<Person[]>;
  /** Throws 404 if the account has no such person or website, 409 if it would have no owner. */
  changeRole(person: PersonId, change: RoleChange, actor: Actor): Promise<Person>;
  /** The same for removing somebody, or for leaving. What they have for the account ends for good. */
  remove(person: PersonId, actor: Actor): Promise<void>;
}

export interface Invitation {
  readonly id: number;
  readonly email: string;
  readonly role: Role;
  /** Where the role holds. null: in the account, and on all its websites. */
  readonly website_ids: readonly number[] | null;
  /** The email address of whoever invited. */
  readonly invited_by: string;
  readonly created_at: string;
  readonly expires_at: string;
}

/** mailed: the mail server has accepted it. mail_failed: it has not. not_configured: there is no mail server. */
export const DELIVERIES = ['mailed', 'mail_failed', 'not_configured'] as const;
export type Delivery = (typeof DELIVERIES)[number];

export interface CreatedInvitation extends Invitation {
  readonly delivery: Delivery;
  /** null: it was mailed. */
  readonly url: string | null;
}

export interface InvitationId {
  readonly accountId: number;
  readonly id: number;
}

export interface NewInvitation extends Membership {
  readonly accountId: number;
  readonly email: string;
}

/** What the invited person is shown. It does not say whether the email address has a user already. */
export interface ShownInvitation extends Pick<Invitation, 'email' | 'role' | 'invited_by' | 'expires_at'> {
  readonly account_name: string;
  /** The names of the websites on which the role holds. null: on all of the account. */
  readonly website_names: readonly string[] | null;
}

export interface Acceptance {
  readonly secret: string;
  /** new: chooses the password. existing: confirms with it. */
  readonly login: 'new' | 'existing';
  readonly password: string;
}

export interface Invitations {
  /** Those that can be accepted. */
  list(accountId: number): Promise<Invitation[]>;
  create(invitation: NewInvitation, actor: Actor): Promise<CreatedInvitation>;
  /** Throws 404 if there is no such open invitation. */
  withdraw(invitation: InvitationId, actor: Actor): Promise<void>;
  show(link: OneTimeLink): Promise<ShownInvitation>;
  /** Returns a `Set-Cookie` header that logs the browser in to the dashboard, once. */
  accept(acceptance: Acceptance, link: OneTimeLink, ipAddress: string): Promise<string>;
  /** Accepts an invitation for somebody who is logged in. */
  join(secret: string, user: DashboardUser): Promise<void>;
}

export interface ResetLink {
  readonly url: string;
  readonly expires_at: string;
}

export interface PasswordResets {
  /** Throws 404 if the account has no such person, 403 if somebody else decides about their password. */
  create(person: PersonId, actor: Actor): Promise<ResetLink>;
  show(link: OneTimeLink): Promise<{ readonly email: string; readonly expires_at: string }>;
  /** Returns a `Set-Cookie` header that logs the browser in to the dashboard, once. */
  reset(secret: string, password: string, link: OneTimeLink): Promise<string>;
}

export interface PeopleServices {
  readonly people: People;
  readonly invitations: Invitations;
  readonly passwordResets: PasswordResets;
}
