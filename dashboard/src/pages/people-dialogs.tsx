// Inviting, changing and removing people, resetting their passwords, and leaving.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useServices } from '../api/context.tsx';
import {
  type CreatedInvitation,
  changeRole,
  createResetLink,
  type Invitation,
  invite,
  leaveAccount,
  type Membership,
  PEOPLE_KEY,
  type Person,
  type ResetLink,
  type Role,
  removePerson,
  withdrawInvitation,
} from '../api/people.ts';
import { type OwnAccount, ownWebsitesQuery, PROFILE_KEY } from '../api/profile.ts';
import { ConfirmDialog, FormDialog } from '../components/action-dialog.tsx';
import { Button } from '../components/button.tsx';
import { Choice, Choices } from '../components/choices.tsx';
import { CopyField } from '../components/copy-field.tsx';
import { Dialog, DialogFooter } from '../components/dialog.tsx';
import { InputField } from '../components/field.tsx';
import { Notice } from '../components/notice.tsx';
import { formatDate } from '../format/dates.ts';
import { ROLES, roleAllows, roleName } from '../format/roles.ts';
import { rich, t } from '../language/t.ts';

interface AccountDialogProps {
  readonly account: OwnAccount;
  onClose(): void;
}

interface PersonDialogProps extends AccountDialogProps {
  readonly person: Person;
}

interface MembershipFieldsProps {
  readonly accountId: number;
  readonly value: Membership;
  onChange(value: Membership): void;
}

/** The role, and where it holds. Owners have all websites. */
function MembershipFields({ accountId, value, onChange }: MembershipFieldsProps) {
  const { data: websites = [] } = useQuery(ownWebsitesQuery(useServices().api));
  const ofAccount = websites.filter(({ account_id }) => account_id === accountId);
  const choose = (ids: readonly number[] | null) => onChange({ ...value, website_ids: ids && [...ids] });
  const chosen = value.website_ids;
  return (
    <>
      <RoleChoices value={value.role} onChange={(role) => onChange({ ...value, role })} />
      {value.role !== 'owner' && (
        <Choices legend={t('common.websites')}>
          <Choice
            type="radio"
            name="where"
            checked={chosen === null}
            onChange={() => choose(null)}
            detail={t('people.allWebsitesDetail')}
          >
            {t('people.allWebsites')}
          </Choice>
          <Choice
            type="radio"
            name="where"
            checked={chosen !== null}
            onChange={() => choose([])}
            detail={t('people.chosenWebsitesDetail')}
          >
            {t('people.chosenWebsites')}
          </Choice>
        </Choices>
      )}
      {value.role !== 'owner' && chosen && (
        <Choices legend={t('people.chosenWebsites')}>
          {ofAccount.map(({ id, name }) => (
            <Choice
              key={id}
              type="checkbox"
              checked={chosen.includes(id)}
              onChange={({ target }) => choose(target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))}
            >
              {name}
            </Choice>
          ))}
        </Choices>
      )}
    </>
  );
}

/** Owners have all websites, whatever was chosen before. */
function membershipToSend({ role, website_ids }: Membership): Membership {
  return { role, website_ids: role === 'owner' ? null : website_ids };
}

function isIncomplete(membership: Membership): boolean {
  return membershipToSend(membership).website_ids?.length === 0;
}

function RoleChoices({ value, onChange }: { readonly value: Role; onChange(role: Role): void }) {
  return (
    <Choices legend={t('common.role')}>
      {ROLES.map((role) => (
        <Choice
          key={role}
          type="radio"
          name="role"
          value={role}
          checked={role === value}
          onChange={() => onChange(role)}
          detail={roleAllows(role)}
        >
          {roleName(role)}
        </Choice>
      ))}
    </Choices>
  );
}

interface InviteDialogProps extends AccountDialogProps {
  onInvited(invitation: CreatedInvitation): void;
}

export function InviteDialog({ account, onClose, onInvited }: InviteDialogProps) {
  const { api } = useServices();
  const [membership, setMembership] = useState<Membership>({ role: 'viewer', website_ids: null });
  return (
    <FormDialog
      title={t('people.inviteTo', { account: account.name })}
      action={t('people.invite')}
      isIncomplete={isIncomplete(membership)}
      submit={(form) => {
        const email = String(form.get('email') ?? '').trim();
        return invite(api, account.id, { email, ...membershipToSend(membership) });
      }}
      invalidates={PEOPLE_KEY}
      onClose={onClose}
      onDone={onInvited}
    >
      <InputField
        label={t('common.emailAddress')}
        name="email"
        type="email"
        maxLength={254}
        required
        autoComplete="off"
      />
      <MembershipFields accountId={account.id} value={membership} onChange={setMembership} />
    </FormDialog>
  );
}

interface InvitedDialogProps {
  readonly invitation: CreatedInvitation;
  onClose(): void;
}

export function InvitedDialog({ invitation: { email, delivery, url, expires_at }, onClose }: InvitedDialogProps) {
  return (
    <Dialog title={t('people.isInvited', { email })} onClose={onClose}>
      {url === null ? (
        <Notice>{t('people.linkMailed', { email })}</Notice>
      ) : (
        <>
          {delivery === 'mail_failed' && <p>{t('people.mailFailed')}</p>}
          <Notice>{t('people.copyLink', { email })}</Notice>
          <CopyField label={t('people.theLink')} text={url} />
        </>
      )}
      <p>{t('people.canJoin', { date: formatDate(expires_at) })}</p>
      <DialogFooter>
        <Button variant="primary" onClick={onClose}>
          {t('common.done')}
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
      title={t('people.withdrawQuestion')}
      action={t('people.withdraw')}
      confirm={() => withdrawInvitation(api, account.id, invitation.id)}
      invalidates={PEOPLE_KEY}
      onClose={onClose}
    >
      <p>{rich('people.linkStops', { email: invitation.email, strong: (text) => <strong>{text}</strong> })}</p>
    </ConfirmDialog>
  );
}

export function RoleDialog({ account, person, onClose }: PersonDialogProps) {
  const { api } = useServices();
  const [membership, setMembership] = useState<Membership>({ role: person.role, website_ids: person.website_ids });
  return (
    <FormDialog
      title={t('people.roleOf', { email: person.email })}
      action={t('common.save')}
      isIncomplete={isIncomplete(membership)}
      submit={() => changeRole(api, account.id, person.id, membershipToSend(membership))}
      // One's own role may change, too.
      invalidates={[]}
      onClose={onClose}
    >
      <MembershipFields accountId={account.id} value={membership} onChange={setMembership} />
    </FormDialog>
  );
}

export function RemoveDialog({ account, person, onClose }: PersonDialogProps) {
  const { api } = useServices();
  return (
    <ConfirmDialog
      title={t('people.removeQuestion', { email: person.email })}
      action={t('common.remove')}
      confirm={() => removePerson(api, account.id, person.id)}
      invalidates={PEOPLE_KEY}
      onClose={onClose}
    >
      <p>{t('people.theyLoseAccess', { account: account.name })}</p>
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
      title={t('people.resetQuestion', { email: person.email })}
      action={t('people.createLink')}
      submit={() => createResetLink(api, account.id, person.id)}
      invalidates={[]}
      onClose={onClose}
      onDone={onCreated}
    >
      <p>{t('people.resetExplained')}</p>
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
    <Dialog title={t('people.resetLink')} onClose={onClose}>
      <Notice>{t('people.copyLink', { email: person.email })}</Notice>
      <CopyField label={t('people.theLink')} text={link.url} />
      <p>{t('people.canLogIn', { email: person.email })}</p>
      <DialogFooter>
        <Button variant="primary" onClick={onClose}>
          {t('common.done')}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

export function LeaveDialog({ account, onClose }: AccountDialogProps) {
  const { api } = useServices();
  return (
    <ConfirmDialog
      title={t('people.leaveQuestion', { account: account.name })}
      action={t('people.leave')}
      confirm={() => leaveAccount(api, account.id)}
      invalidates={PROFILE_KEY}
      onClose={onClose}
      // All that is shown may be out of date.
      onDone={() => window.location.assign('/')}
    >
      <p>{t('people.youLoseAccess')}</p>
    </ConfirmDialog>
  );
}
