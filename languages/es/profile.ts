import type { TextsOf } from '../translate.ts';

export default {
  accounts: 'Cuentas',
  accountsHint: 'Lo que puedes hacer depende de tu rol. Un propietario de la cuenta puede cambiarlo.',
  application: 'Aplicación',
  applications: 'Aplicaciones conectadas',
  applicationsHint:
    'Programas y asistentes de IA a los que diste acceso. Si retiras el acceso, el cambio se aplica de inmediato.',
  browserOn: '{browser} en {system}',
  browsersLanguage: 'El del navegador',
  cannotUse:
    '<strong>{name}</strong> ya no podrá usar tus datos, con efecto inmediato. Para volver a conectarla, empieza desde la aplicación.',
  changePassword: 'Cambiar contraseña',
  connected: 'Conectada',
  currentPassword: 'Contraseña actual',
  end: 'Cerrar',
  endAccess: 'Retirar acceso',
  endAccessOf: 'Retirar acceso de {name}',
  endAccessQuestion: '¿Retirar el acceso de esta aplicación?',
  endSession: 'Cerrar sesión',
  endSessionIn: 'Cerrar la sesión en {browser}',
  endSessionQuestion: '¿Cerrar esta sesión?',
  language: 'Idioma',
  languageHint: 'Del panel y de los correos que recibes. La API sigue en inglés.',
  lastActive: 'Última actividad',
  lastActiveAt: 'Última actividad: {time}',
  loggedInAs: 'Has iniciado sesión como {email}.',
  loggedInAt: 'Inicio de sesión',
  loggedOutIn:
    'La sesión en <strong>{browser}</strong> se cierra de inmediato. Las aplicaciones que conectaste allí conservan su acceso.',
  mayDo: 'Puede',
  mayDoOn: 'Qué puede hacer en {websites}',
  noApplications: 'Aún no hay aplicaciones',
  noApplicationsHint: 'Una aplicación que pide acceso a tus sitios web aparece aquí cuando se lo permites.',
  noPassword: 'Accedes con inicio de sesión único, así que aquí no hay ninguna contraseña que cambiar.',
  passwordChanged:
    'Se ha cambiado tu contraseña. Ya no tienen acceso: {sessions, plural, one {# sesión de otro navegador} other {# sesiones de otros navegadores}}, {applications, plural, one {# aplicación} other {# aplicaciones}}, {tokens, plural, one {# token} other {# tokens}}, {links, plural, one {# enlace compartido} other {# enlaces compartidos}}.',
  passwordHint:
    'Una contraseña nueva cierra tu sesión en los demás navegadores y retira el acceso de tus aplicaciones, tokens y enlaces compartidos.',
  sessions: 'Sesiones',
  sessionsHint: 'Navegadores en los que tienes la sesión iniciada. Cierra las que no reconozcas.',
  thisBrowser: 'Este navegador',
  unknownBrowser: 'Navegador desconocido',
  wrongPassword: 'La contraseña actual no es correcta.',
} satisfies TextsOf<'profile'>;
