export default {
  acceptInvitation: 'Accept the invitation',
  askedToReset: 'Somebody asked to reset the password for {email}.',
  chooseNewPassword: 'Choose a new password',
  ignoreIfUnexpected: 'If you did not expect this mail, ignore it.',
  invitationTo: 'Invitation to {account}',
  invitesYou:
    '{inviter} invites you to {account}, as {role, select, viewer {viewer} editor {editor} other {owner}}: {roleCan}.',
  linkWorksUntil: 'The link works once, until {date}.',
  notYou: 'If this was not you, ignore this email. Your password has not changed.',
} as const;
