// The people of an account: who may do what, invitations, and leaving.
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { useState } from 'react';
import { useServices } from '../api/context.tsx';
import {
  type CreatedInvitation,
  type Invitation,
  invitationsQuery,
  type Membership,
  type Person,
  peopleQuery,
  type ResetLink,
} from '../api/people.ts';
import { type OwnAccount, ownWebsitesQuery, type Profile, profileQuery } from '../api/profile.ts';
import { Button } from '../components/button.tsx';
import { Card } from '../components/card.tsx';
import { type Column, DataTable } from '../components/data-table.tsx';
import { Icon } from '../components/icon.tsx';
import { PageFrame, ReportSkeleton } from '../components/page-frame.tsx';
import { Address, RowDetail } from '../components/row-name.tsx';
import { EmptyState, ErrorState, Skeleton } from '../components/states.tsx';
import { Tag } from '../components/tag.tsx';
import { formatDate } from '../format/dates.ts';
import { roleAllows, roleName, youAre } from '../format/roles.ts';
import { t } from '../language/t.ts';
import { changeParameters, useQueryParameters } from '../routing/router.tsx';
import styles from './people.module.css';
import {
  InviteDialog,
  InvitedDialog,
  LeaveDialog,
  RemoveDialog,
  ResetDialog,
  ResetLinkDialog,
  RoleDialog,
  WithdrawDialog,
} from './people-dialogs.tsx';

type OpenDialog =
  | { readonly name: 'invite' | 'leave' }
  | { readonly name: 'invited'; readonly invitation: CreatedInvitation }
  | { readonly name: 'withdraw'; readonly invitation: Invitation }
  | { readonly name: 'role' | 'remove' | 'reset'; readonly person: Person }
  | { readonly name: 'reset-link'; readonly person: Person; readonly link: ResetLink };

export function PeoplePage() {
  const { api } = useServices();
  const profile = useQuery(profileQuery(api));
  const wanted = Number(useQueryParameters().get('account'));
  if (profile.isPending) return <ReportSkeleton />;
  if (profile.isError) return <ErrorState error={profile.error} onRetry={() => profile.refetch()} />;
  const { accounts } = profile.data;
  const account = accounts.find(({ id }) => id === wanted) ?? accounts[0];
  if (!account) return <EmptyState title={t('people.noAccount')} />;
  return <AccountPeople key={account.id} account={account} profile={profile.data} />;
}

interface AccountPeopleProps {
  readonly account: OwnAccount;
  readonly profile: Profile;
}

function AccountPeople({ account, profile }: AccountPeopleProps) {
  const [dialog, setDialog] = useState<OpenDialog>();
  const isOwner = account.role === 'owner';
  return (
    <PageFrame
      title={t('common.people')}
      lead={t('people.lead', { account: account.name })}
      controls={
        <div className={styles.controls}>
          {profile.accounts.length > 1 && <AccountSelect account={account} accounts={profile.accounts} />}
          {isOwner && (
            <Button variant="primary" onClick={() => setDialog({ name: 'invite' })}>
              <Icon name="plus" />
              {t('people.invitePerson')}
            </Button>
          )}
        </div>
      }
    >
      {isOwner ? (
        <>
          <PeopleCard accountId={account.id} ownEmail={profile.email} open={setDialog} />
          <InvitationsCard accountId={account.id} open={setDialog} />
        </>
      ) : (
        <OwnRoleCard account={account} onLeave={() => setDialog({ name: 'leave' })} />
      )}
      {dialog && <OpenedDialog account={account} dialog={dialog} setDialog={setDialog} />}
    </PageFrame>
  );
}

function AccountSelect({
  account,
  accounts,
}: {
  readonly account: OwnAccount;
  readonly accounts: readonly OwnAccount[];
}) {
  return (
    <select
      aria-label={t('common.account')}
      value={account.id}
      onChange={(event) => changeParameters({ account: event.target.value })}
    >
      {accounts.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}

interface PeopleCardProps {
  readonly accountId: number;
  readonly ownEmail: string;
  open(dialog: OpenDialog): void;
}

function PeopleCard({ accountId, ownEmail, open }: PeopleCardProps) {
  const { api } = useServices();
  const people = useQuery(peopleQuery(api, accountId));
  const nameOf = useWebsiteNames();
  return (
    <Card title={t('common.people')} hint={t('people.roleHint')} flush>
      {people.isPending && <Skeleton lines={3} />}
      {people.isError && <ErrorState error={people.error} onRetry={() => people.refetch()} />}
      {people.data && (
        <DataTable
          caption={t('common.people')}
          columns={personColumns(people.data, ownEmail, nameOf, open)}
          rows={people.data}
          keyOf={({ id }) => id}
        />
      )}
    </Card>
  );
}

type NameOf = (websiteId: number) => string;

/** The names of websites. A dash until they are known. */
function useWebsiteNames(): NameOf {
  const { data: websites } = useQuery(ownWebsitesQuery(useServices().api));
  return (websiteId) => websites?.find(({ id }) => id === websiteId)?.name ?? '–';
}

const NAMES_SHOWN_MAX = 3;

/** Returns a text such as: Viewer, a.example, b.example. */
function where({ role, website_ids: ids }: Membership, nameOf: NameOf): string {
  if (ids === null) return roleName(role);
  const names = ids.slice(0, NAMES_SHOWN_MAX).map(nameOf);
  const others = ids.length - names.length;
  const more = others > 0 ? [t('people.andOthers', { count: others })] : [];
  return [roleName(role), ...names, ...more].join(', ');
}

function personColumns(
  people: readonly Person[],
  ownEmail: string,
  nameOf: NameOf,
  open: (dialog: OpenDialog) => void,
): Column<Person>[] {
  const owners = people.filter(({ role }) => role === 'owner');
  return [
    {
      name: 'email',
      label: t('common.person'),
      value: ({ email }) => email,
      render: (person) => (
        <>
          <Address text={person.email} /> {person.email === ownEmail && <Tag>{t('people.you')}</Tag>}
          <RowDetail>
            <span className={styles.onPhones}>{where(person, nameOf)}</span>
          </RowDetail>
        </>
      ),
    },
    {
      name: 'role',
      label: t('common.role'),
      minor: true,
      value: ({ role }) => role,
      render: (person) => where(person, nameOf),
    },
    { name: 'allows', label: t('people.whatTheyCanDo'), minor: true, value: ({ role }) => roleAllows(role) },
    {
      name: 'actions',
      label: t('common.actions'),
      numeric: true,
      value: () => undefined,
      render: (person) => (
        <PersonActions
          person={person}
          isSelf={person.email === ownEmail}
          isLastOwner={owners.length === 1 && owners[0]?.id === person.id}
          open={open}
        />
      ),
    },
  ];
}

interface PersonActionsProps {
  readonly person: Person;
  readonly isSelf: boolean;
  /** An account has at least one owner. */
  readonly isLastOwner: boolean;
  open(dialog: OpenDialog): void;
}

function PersonActions({ person, isSelf, isLastOwner, open }: PersonActionsProps) {
  const hasPasswords = useServices().settings.loginOnlyWith === null;
  // Owners see this list, so the last one is the user.
  if (isLastOwner) return <p className={clsx('hint', styles.onlyOwner)}>{t('people.onlyOwner')}</p>;
  return (
    <div className={styles.actions}>
      <Button
        size="small"
        aria-label={t('people.changeRoleOf', { email: person.email })}
        onClick={() => open({ name: 'role', person })}
      >
        {t('people.changeRole')}
      </Button>
      {isSelf ? (
        <Button size="small" onClick={() => open({ name: 'leave' })}>
          {t('people.leave')}
        </Button>
      ) : (
        <>
          {hasPasswords && (
            <Button
              size="small"
              aria-label={t('people.resetPasswordOf', { email: person.email })}
              onClick={() => open({ name: 'reset', person })}
            >
              {t('people.resetPassword')}
            </Button>
          )}
          <Button
            size="small"
            aria-label={t('people.removeNamed', { email: person.email })}
            onClick={() => open({ name: 'remove', person })}
          >
            {t('common.remove')}
          </Button>
        </>
      )}
    </div>
  );
}

function InvitationsCard({ accountId, open }: Pick<PeopleCardProps, 'accountId' | 'open'>) {
  const { api } = useServices();
  const invitations = useQuery(invitationsQuery(api, accountId));
  const nameOf = useWebsiteNames();
  return (
    <Card title={t('people.openInvitations')} hint={t('people.invitationsHint')} flush>
      {invitations.isPending && <Skeleton lines={2} />}
      {invitations.isError && <ErrorState error={invitations.error} onRetry={() => invitations.refetch()} />}
      {invitations.data?.length === 0 && <EmptyState title={t('people.noInvitations')} />}
      {invitations.data && invitations.data.length > 0 && (
        <DataTable
          caption={t('people.openInvitations')}
          columns={invitationColumns(nameOf, open)}
          rows={invitations.data}
          keyOf={({ id }) => id}
        />
      )}
    </Card>
  );
}

function invitationColumns(nameOf: NameOf, open: (dialog: OpenDialog) => void): Column<Invitation>[] {
  return [
    {
      name: 'email',
      label: t('people.invited'),
      value: ({ email }) => email,
      render: (invitation) => (
        <>
          <Address text={invitation.email} />
          <RowDetail>
            {t('people.roleUntil', { role: where(invitation, nameOf), date: formatDate(invitation.expires_at) })}
          </RowDetail>
        </>
      ),
    },
    { name: 'invited_by', label: t('people.invitedBy'), minor: true, value: ({ invited_by }) => invited_by },
    {
      name: 'actions',
      label: t('common.actions'),
      numeric: true,
      value: () => undefined,
      render: (invitation) => (
        <Button
          size="small"
          aria-label={t('people.withdrawOf', { email: invitation.email })}
          onClick={() => open({ name: 'withdraw', invitation })}
        >
          {t('people.withdraw')}
        </Button>
      ),
    },
  ];
}

function OwnRoleCard({ account, onLeave }: { readonly account: OwnAccount; onLeave(): void }) {
  const nameOf = useWebsiteNames();
  return (
    <Card
      title={youAre(account.role)}
      hint={roleAllows(account.role)}
      actions={<Button onClick={onLeave}>{t('people.leaveAccount')}</Button>}
    >
      {account.website_ids && <p>{t('people.onlyOn', { websites: account.website_ids.map(nameOf).join(', ') })}</p>}
      <p>{t('people.askAnOwner')}</p>
    </Card>
  );
}

interface OpenedDialogProps {
  readonly account: OwnAccount;
  readonly dialog: OpenDialog;
  setDialog(dialog: OpenDialog | undefined): void;
}

function OpenedDialog({ account, dialog, setDialog }: OpenedDialogProps) {
  const onClose = () => setDialog(undefined);
  switch (dialog.name) {
    case 'invite':
      return (
        <InviteDialog
          account={account}
          onClose={onClose}
          onInvited={(invitation) => setDialog({ name: 'invited', invitation })}
        />
      );
    case 'invited':
      return <InvitedDialog invitation={dialog.invitation} onClose={onClose} />;
    case 'withdraw':
      return <WithdrawDialog account={account} invitation={dialog.invitation} onClose={onClose} />;
    case 'role':
      return <RoleDialog account={account} person={dialog.person} onClose={onClose} />;
    case 'remove':
      return <RemoveDialog account={account} person={dialog.person} onClose={onClose} />;
    case 'reset':
      return (
        <ResetDialog
          account={account}
          person={dialog.person}
          onClose={onClose}
          onCreated={(link) => setDialog({ name: 'reset-link', person: dialog.person, link })}
        />
      );
    case 'reset-link':
      return <ResetLinkDialog person={dialog.person} link={dialog.link} onClose={onClose} />;
    case 'leave':
      return <LeaveDialog account={account} onClose={onClose} />;
  }
}
