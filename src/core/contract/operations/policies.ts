/** Pages of the operator about the service, which people and directories of assistants are pointed to. */
export interface Policies {
  readonly privacyPolicyUrl?: string | undefined;
  readonly termsUrl?: string | undefined;
  readonly supportUrl?: string | undefined;
}
