// Inviting, changing and removing people, resetting their passwords, and leaving.
import { ROLE_DESCRIPTIONS } from '@funnel/api-client/constants';
import { useServices } from '../api/context.tsx';
import {
  type CreatedInvitation,
  changeRole,
  createResetLink,
  type Invitation,
  invite,
  leaveAccount,
  PEOPLE_KEY,
  type Person,
  type ResetLink,
  type Role,
  removePerson,
  withdrawInvitation,
} from '../api/people.ts';
import { type OwnAccount, PROFILE_KEY } from '../api/profile.ts';
import { ConfirmDialog, FormDialog } from '../components/action-dialog.tsx';
import { Button } from '../components/button.tsx';
import { Choice, Choices } from '../components/choices.tsx';
import { CopyField } from '../components/copy-field.tsx';
import { Dialog, DialogFooter } from '../components/dialog.tsx';
import { InputField } from '../components/field.tsx';
import { Notice } from '../components/notice.tsx';
import { formatDate } from '../format/dates.ts';
import { roleName } from '../format/roles.ts';

const ROLES = Object.keys(ROLE_DESCRIPTIONS) as Role[];

interface AccountDialogProps {
  readonly account: OwnAccount;
  onClose(): void;
}

interface PersonDialogProps extends AccountDialogProps {
  readonly person: Person;
}

function RoleChoices({ initial }: { readonly initial: Role }) {
  return (
    <Choices legend="Role">
      {ROLES.map((role) => (
        <Choice
          key={role}
          type="radio"
          name="role"
          value={role}
          defaultChecked={role === initial}
          detail={ROLE_DESCRIPTIONS[role]}
        >
          {roleName(role)}
        </Choice>
      ))}
    </Choices>
  );
}

function roleIn(form: FormData): Role {
  return form.get('role') as Role;
}

interface InviteDialogProps extends AccountDialogProps {
  onInvited(invitation: CreatedInvitation): void;
}

export function InviteDialog({ account, onClose, onInvited }: InviteDialogProps) {
  const { api } = useServices();
  return (
    <FormDialog
      title={`Invite a person to ${account.name}`}
      action="Invite"
      submit={(form) => invite(api, account.id, { email: String(form.get('email') ?? '').trim(), role: roleIn(form) })}
      invalidates={PEOPLE_KEY}
      onClose={onClose}
      onDone={onInvited}
    >
      <InputField label="Email address" name="email" type="email" maxLength={254} required autoComplete="off" />
      <RoleChoices initial="viewer" />
    </FormDialog>
  );
}

interface InvitedDialogProps {
  readonly invitation: CreatedInvitation;
  onClose(): void;
}

export function InvitedDialog({ invitation: { email, delivery, url, expires_at }, onClose }: InvitedDialogProps) {
  return (
    <Dialog title={`${email} is invited`} onClose={onClose}>
      {url === null ? (
        <Notice>A link was mailed to {email}.</Notice>
      ) : (
        <>
          {delivery === 'mail_failed' && <p>The mail could not be sent. Pass the link on yourself:</p>}
          <Notice>Copy the link now and send it to {email}. It will not be shown again.</Notice>
          <CopyField label="the link" text={url} />
        </>
      )}
      <p>
        It works once, until {formatDate(expires_at)}. Whoever has it can join the account, so send it to nobody else.
      </p>
      <DialogFooter>
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

export function WithdrawDialog({
  account,
  invitation,
  onClose,
}: AccountDialogProps & { readonly invitation: Invitation }) {
  const { api } = useServices();
  return (
    <ConfirmDialog
      title="Withdraw this invitation?"
      action="Withdraw"
      confirm={() => withdrawInvitation(api, account.id, invitation.id)}
      invalidates={PEOPLE_KEY}
      onClose={onClose}
    >
      <p>
        The link for <strong>{invitation.email}</strong> stops working immediately.
      </p>
    </ConfirmDialog>
  );
}

export function RoleDialog({ account, person, onClose }: PersonDialogProps) {
  const { api } = useServices();
  return (
    <FormDialog
      title={`Role of ${person.email}`}
      action="Save"
      submit={(form) => changeRole(api, account.id, person.id, roleIn(form))}
      // One's own role may change, too.
      invalidates={[]}
      onClose={onClose}
    >
      <RoleChoices initial={person.role} />
    </FormDialog>
  );
}

export function RemoveDialog({ account, person, onClose }: PersonDialogProps) {
  const { api } = useServices();
  return (
    <ConfirmDialog
      title={`Remove ${person.email}?`}
      action="Remove"
      confirm={() => removePerson(api, account.id, person.id)}
      invalidates={PEOPLE_KEY}
      onClose={onClose}
    >
      <p>
        They lose access to {account.name} immediately. The tokens that they created for it are revoked, and
        applications that they connected stop working.
      </p>
    </ConfirmDialog>
  );
}

interface ResetDialogProps extends PersonDialogProps {
  onCreated(link: ResetLink): void;
}

export function ResetDialog({ account, person, onClose, onCreated }: ResetDialogProps) {
  const { api } = useServices();
  return (
    <FormDialog
      title={`Reset the password of ${person.email}?`}
      action="Create link"
      submit={() => createResetLink(api, account.id, person.id)}
      invalidates={[]}
      onClose={onClose}
      onDone={onCreated}
    >
      <p>You get a link to pass on. With it, they choose a new password. Until then, the old one works.</p>
    </FormDialog>
  );
}

interface ResetLinkDialogProps {
  readonly person: Person;
  readonly link: ResetLink;
  onClose(): void;
}

export function ResetLinkDialog({ person, link, onClose }: ResetLinkDialogProps) {
  return (
    <Dialog title="Link to reset the password" onClose={onClose}>
      <Notice>Copy the link now and send it to {person.email}. It will not be shown again.</Notice>
      <CopyField label="the link" text={link.url} />
      <p>It works once, for 24 hours. Whoever has it can log in as {person.email}, so send it to nobody else.</p>
      <DialogFooter>
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

export function LeaveDialog({ account, onClose }: AccountDialogProps) {
  const { api } = useServices();
  return (
    <ConfirmDialog
      title={`Leave ${account.name}?`}
      action="Leave"
      confirm={() => leaveAccount(api, account.id)}
      invalidates={PROFILE_KEY}
      onClose={onClose}
      // All that is shown may be out of date.
      onDone={() => window.location.assign('/')}
    >
      <p>
        You lose access immediately. The tokens that you created for it are revoked, and applications that you connected
        stop working. To come back, you need an invitation.
      </p>
    </ConfirmDialog>
  );
}
