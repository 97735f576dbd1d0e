import type { TextsOf } from '../translate.ts';

export default {
  notLoggedIn: 'No has iniciado sesión',
  notFoundHint: 'No hay ninguna página en esta URL. Comprueba que esté completa.',
  ended: 'Tu sesión ha terminado',
  endedHint: 'Vuelve a iniciar sesión para continuar. Regresarás a esta página.',
  logInAgain: 'Volver a iniciar sesión',
  yourAccount: 'Tu cuenta',
  loggedInAs: 'Sesión iniciada como',
  tookTooLong: 'El inicio de sesión tardó demasiado o se abrió en otra pestaña.',
  maybeStillLoggedIn: 'Es posible que tu sesión siga abierta: no se puede acceder al servicio.',
  unreachable: 'No se puede acceder al servicio. Comprueba tu conexión.',
  failed: 'Error al iniciar sesión: {reason}',
  serverUnreachable: 'No se puede acceder al servidor de autorización.',
  refused: 'El servidor de autorización rechazó la solicitud.',
  otherTab: 'Este inicio de sesión comenzó en otra pestaña o ventana.',
  check: 'Comprobación de la sesión',
  checkTookTooLong: 'La comprobación de la sesión tardó demasiado.',
} satisfies TextsOf<'session'>;
