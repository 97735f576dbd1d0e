import type { TextsOf } from '../translate.ts';

export default {
  acceptInvitation: 'Aceitar o convite',
  alertSubject: '{website}: {title}',
  archivedType: '{type}, arquivada',
  askedToReset: 'Alguém pediu para redefinir a senha de {email}.',
  changeSubscription: 'Alterar o que você recebe',
  chooseNewPassword: 'Escolher uma nova senha',
  days: 'de {first} a {last}',
  digestHeading: 'Insights da semana de {website}',
  digestSubject: '{website}: insights da semana, {days}',
  fileOfReport: 'relatório',
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
  reportChart: 'Gráfico de linhas dos visitantes por dia: {values}.',
  reportCompared: '{days}, em comparação com {before}.',
  reportCut:
    'O arquivo CSV tem os primeiros {max} caracteres dos nomes e tipos mais longos. O painel os mostra por completo.',
  reportDashed: '{days} (tracejada)',
  reportHeading: 'Relatório {unit, select, month {mensal} other {semanal}} de {website}',
  reportNotCompared: '{days}. Sem comparação, porque não há dados antes de {firstDay}.',
  reportNotDrawn:
    '{mark} substitui um caractere que este arquivo não consegue mostrar. Ele está no painel e no arquivo CSV.',
  reportPage: '{title} · página {number} de {pages}',
  reportRows:
    'O arquivo {format} tem as {shown} campanhas com maior receita, de um total de {all}. O painel mostra todas.',
  reportSubject: '{website}: relatório {unit, select, month {mensal} other {semanal}}, {days}',
  reportTimezone: 'Dias no fuso horário {timezone}.',
  reportTitle: 'Relatório {unit, select, month {mensal} other {semanal}}',
  reportWithoutData: '{days}. O site ainda não tem dados.',
  sinceBefore: '{change} em relação {period, select, month {ao mês anterior} other {à semana anterior}}',
  subscribedTo: 'Você assinou as notificações de {website}.',
  testHeading: 'Uma notificação de teste de {website}',
  testSubject: '{website}: uma notificação de teste',
  testText: 'As notificações chegarão aqui. Nada aconteceu no site: esta mensagem foi enviada com o botão de teste.',
  withUnsubscribe:
    '<settings>Alterar o que você recebe</settings> ou <unsubscribe>cancelar a assinatura</unsubscribe>.',
} satisfies TextsOf<'mails'>;
