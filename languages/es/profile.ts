import type { TextsOf } from '../translate.ts';

export default {
  loggedInAs: 'Has iniciado sesión como {email}.',
  accounts: 'Cuentas',
  accountsHint: 'Lo que puedes hacer depende de tu rol. Un propietario de la cuenta puede cambiarlo.',
  sessions: 'Sesiones',
  sessionsHint: 'Navegadores en los que tienes la sesión iniciada. Cierra las que no reconozcas.',
  thisBrowser: 'Este navegador',
  lastActiveAt: 'Última actividad: {time}',
  loggedInAt: 'Inicio de sesión',
  endSessionIn: 'Cerrar la sesión en {browser}',
  end: 'Cerrar',
  unknownBrowser: 'Navegador desconocido',
  applications: 'Aplicaciones conectadas',
  applicationsHint: 'Programas y asistentes de IA a los que diste acceso. Al retirarlo, el cambio es inmediato.',
  noApplications: 'Aún no hay aplicaciones',
  noApplicationsHint: 'Una aplicación que pide acceso a tus sitios web aparece aquí cuando se lo permites.',
  application: 'Aplicación',
  mayDo: 'Puede',
  connected: 'Conectada',
  lastActive: 'Última actividad',
  endAccessOf: 'Retirar el acceso de {name}',
  endAccess: 'Retirar acceso',
  endSessionQuestion: '¿Cerrar esta sesión?',
  endSession: 'Cerrar sesión',
  loggedOutIn:
    'La sesión en <strong>{browser}</strong> se cierra de inmediato. Las aplicaciones que conectaste allí conservan su acceso.',
  endAccessQuestion: '¿Retirar el acceso de esta aplicación?',
  cannotUse:
    '<strong>{name}</strong> ya no podrá usar tus datos, con efecto inmediato. Para volver a conectarla, empieza desde la aplicación.',
  mayDoOn: 'Qué puede hacer en {websites}',
  noPassword: 'Inicias sesión con inicio de sesión único, así que aquí no hay contraseña que cambiar.',
  passwordHint:
    'Una contraseña nueva cierra tu sesión en los demás navegadores y retira el acceso de tus aplicaciones y tokens.',
  currentPassword: 'Contraseña actual',
  changePassword: 'Cambiar contraseña',
  wrongPassword: 'La contraseña actual no es correcta.',
  passwordChanged:
    'Se ha cambiado tu contraseña. Finalizados: {sessions, plural, one {# sesión más} other {# sesiones más}}, {applications, plural, one {# aplicación} other {# aplicaciones}}, {tokens, plural, one {# token} other {# tokens}}.',
  language: 'Idioma',
  languageHint: 'Del panel y de los correos que recibes. La API sigue en inglés.',
  browsersLanguage: 'El del navegador',
} satisfies TextsOf<'profile'>;
