// The interactions of a user with the authorization server, by name: ../routes.ts has their paths. oidc-provider starts an
// interaction and gets its result; the pages in between are here.
import type { FastifyReply } from 'fastify';
import { addFirstWebsite } from './add-first-website.ts';
import { cancel } from './cancel.ts';
import { consent } from './consent.ts';
import { mailResetLink, showForgottenPassword } from './forgotten-password.ts';
import type { InteractionContext } from './interaction.ts';
import { login } from './login.ts';
import { show } from './show.ts';

export const INTERACTIONS = {
  show,
  login,
  showForgottenPassword,
  mailResetLink,
  consent,
  addFirstWebsite,
  cancel,
} satisfies Record<string, (context: InteractionContext) => Promise<FastifyReply>>;

export type InteractionName = keyof typeof INTERACTIONS;
