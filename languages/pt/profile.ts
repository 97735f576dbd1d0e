import type { TextsOf } from '../translate.ts';

export default {
  loggedInAs: 'Você entrou como {email}.',
  accounts: 'Contas',
  accountsHint: 'O que você pode fazer depende da sua função. Um proprietário da conta pode mudá-la.',
  sessions: 'Sessões',
  sessionsHint: 'Navegadores em que você entrou. Encerre os que não reconhecer.',
  thisBrowser: 'Este navegador',
  lastActiveAt: 'Última atividade: {time}',
  loggedInAt: 'Entrada',
  endSessionIn: 'Encerrar a sessão em {browser}',
  end: 'Encerrar',
  unknownBrowser: 'Navegador desconhecido',
  applications: 'Aplicativos conectados',
  applicationsHint: 'Programas e assistentes de IA aos quais você deu acesso. Encerrar o acesso vale imediatamente.',
  noApplications: 'Ainda não há aplicativos',
  noApplicationsHint: 'Um aplicativo que pede acesso aos seus sites aparece aqui quando você permite.',
  application: 'Aplicativo',
  mayDo: 'Pode',
  connected: 'Conectado',
  lastActive: 'Última atividade',
  endAccessOf: 'Encerrar o acesso de {name}',
  endAccess: 'Encerrar acesso',
  endSessionQuestion: 'Encerrar esta sessão?',
  endSession: 'Encerrar sessão',
  loggedOutIn:
    'Você sai de <strong>{browser}</strong> imediatamente. Os aplicativos que você conectou lá mantêm o acesso.',
  endAccessQuestion: 'Encerrar o acesso deste aplicativo?',
  cannotUse:
    '<strong>{name}</strong> deixa de usar seus dados imediatamente. Para conectá-lo de novo, comece no aplicativo.',
  mayDoOn: 'O que ele pode fazer em {websites}',
  noPassword: 'Você entra com login único, então não há senha para alterar aqui.',
  passwordHint:
    'Uma nova senha encerra suas sessões em todos os outros navegadores e o acesso dos seus aplicativos e tokens.',
  currentPassword: 'Senha atual',
  changePassword: 'Alterar senha',
  wrongPassword: 'A senha atual não está correta.',
  passwordChanged:
    'Sua senha foi alterada. Encerrados: {sessions, plural, one {# outra sessão} other {# outras sessões}}, {applications, plural, one {# aplicativo} other {# aplicativos}}, {tokens, plural, one {# token} other {# tokens}}.',
  language: 'Idioma',
  languageHint: 'Do painel e dos e-mails enviados a você. A API continua em inglês.',
  browsersLanguage: 'O do navegador',
} satisfies TextsOf<'profile'>;
