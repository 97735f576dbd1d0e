import type { TextsOf } from '../translate.ts';

export default {
  accounts: 'Contas',
  accountsHint: 'O que você pode fazer depende da sua função. Um proprietário da conta pode mudá-la.',
  application: 'Aplicativo',
  applications: 'Aplicativos conectados',
  applicationsHint:
    'Programas e assistentes de IA aos quais você deu acesso. O encerramento do acesso tem efeito imediato.',
  browserOn: '{browser} no {system}',
  browsersLanguage: 'O do navegador',
  cannotUse:
    '<strong>{name}</strong> deixa de usar seus dados imediatamente. Para conectá-lo de novo, comece no aplicativo.',
  changePassword: 'Alterar senha',
  connected: 'Conectado',
  currentPassword: 'Senha atual',
  end: 'Encerrar',
  endAccess: 'Encerrar acesso',
  endAccessOf: 'Encerrar acesso de {name}',
  endAccessQuestion: 'Encerrar o acesso deste aplicativo?',
  endSession: 'Encerrar sessão',
  endSessionIn: 'Encerrar a sessão em {browser}',
  endSessionQuestion: 'Encerrar esta sessão?',
  language: 'Idioma',
  languageHint: 'Do painel e dos e-mails enviados a você. A API continua em inglês.',
  lastActive: 'Última atividade',
  lastActiveAt: 'Última atividade: {time}',
  loggedInAs: 'Você entrou como {email}.',
  loggedInAt: 'Login',
  loggedOutIn:
    'Sua sessão em <strong>{browser}</strong> é encerrada imediatamente. Os aplicativos que você conectou lá mantêm o acesso.',
  mayDo: 'Pode',
  mayDoOn: 'O que ele pode fazer em {websites}',
  noApplications: 'Ainda não há aplicativos',
  noApplicationsHint: 'Um aplicativo que pede acesso aos seus sites aparece aqui quando você permite.',
  noPassword: 'Você entra com login único, então não há senha para alterar aqui.',
  passwordChanged:
    'Sua senha foi alterada. Perderam o acesso: {sessions, plural, one {# outra sessão} other {# outras sessões}}, {applications, plural, one {# aplicativo} other {# aplicativos}}, {tokens, plural, one {# token} other {# tokens}}, {links, plural, one {# link compartilhado} other {# links compartilhados}}.',
  passwordHint:
    'Uma nova senha encerra suas sessões em todos os outros navegadores e o acesso dos seus aplicativos, tokens e links compartilhados.',
  sessions: 'Sessões',
  sessionsHint: 'Navegadores em que você tem uma sessão aberta. Encerre as que não reconhecer.',
  thisBrowser: 'Este navegador',
  unknownBrowser: 'Navegador desconhecido',
  wrongPassword: 'A senha atual não está correta.',
} satisfies TextsOf<'profile'>;
