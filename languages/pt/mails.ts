import type { TextsOf } from '../translate.ts';

export default {
  acceptInvitation: 'Aceitar o convite',
  alertSubject: '{website}: {title}',
  askedToReset: 'Alguém pediu para redefinir a senha de {email}.',
  changeSubscription: 'Alterar o que você recebe',
  chooseNewPassword: 'Escolher uma nova senha',
  days: 'de {first} a {last}',
  digestHeading: 'Insights da semana de {website}',
  digestSubject: '{website}: insights da semana, {days}',
  ignoreIfUnexpected: 'Se você não esperava este e-mail, ignore-o.',
  invitationTo: 'Convite para {account}',
  invitesYou:
    '{inviter} convidou você para {account} como {role, select, viewer {leitor} editor {editor} other {proprietário}}: {roleCan}.',
  linkWorksUntil: 'O link funciona uma única vez, até {date}.',
  noEarlierPeriod: 'sem {period, select, month {mês anterior} other {semana anterior}} para comparar',
  notYou: 'Se não foi você, ignore este e-mail. Sua senha não mudou.',
  openFiltered: 'Abrir {name}, filtrado por {dimension} {value}',
  openInDashboard: 'Abrir no painel',
  openInsights: 'Abrir os insights',
  openNamed: 'Abrir {name}',
  openNotifications: 'Abrir suas notificações',
  sinceBefore: '{change} em relação {period, select, month {ao mês anterior} other {à semana anterior}}',
  subscribedTo: 'Você assinou as notificações de {website}.',
  testHeading: 'Uma notificação de teste de {website}',
  testSubject: '{website}: uma notificação de teste',
  testText: 'As notificações chegarão aqui. Nada aconteceu no site: esta mensagem foi enviada com o botão de teste.',
  withUnsubscribe:
    '<settings>Alterar o que você recebe</settings> ou <unsubscribe>cancelar a assinatura</unsubscribe>.',
} satisfies TextsOf<'mails'>;
