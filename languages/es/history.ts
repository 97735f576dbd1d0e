import type { TextsOf } from '../translate.ts';

export default {
  allOrNothing:
    'Se importa todo el archivo o nada. Los días que ya tienen eventos aquí, o que están en otra importación, se quedan como están: en ese caso, elige un último día anterior.',
  conversionEvent: 'Evento que cuenta como conversión (opcional)',
  countedHere: 'Contado aquí',
  dayCount: '{count, plural, one {# día con tráfico} other {# días con tráfico}}',
  days: 'Días',
  event: 'Evento',
  file: 'Archivo',
  importFile: 'Importar un archivo',
  imported: 'Importado',
  lastDay: 'Último día (opcional)',
  remove: 'Quitar',
  removeNamed: 'Quitar la importación de {file}',
  removeQuestion: '¿Quitar la importación de {file}?',
  importedConversions: '{count} conversiones importadas',
  importing: 'Importando…',
  notImported: 'No importado. {reason}',
  sending: 'Enviando…',
  waiting: 'En espera',
  visits: '{count} visitas',
  title: 'Historial de otras herramientas',
  titleHint:
    'Visitantes y páginas vistas que antes contó otra herramienta. Se muestran como tráfico, aparte de las demás cifras.',
  tool: 'Herramienta',
  traffic: 'Tráfico',
  trafficHint:
    'Los días hasta el {day} pueden ser de {tools}; los posteriores son páginas vistas contadas aquí. Los visitantes son únicos cada día y se suman.',
  // Each line is a step.
  stepsGa4:
    'Pon el idioma de tu cuenta de Google en inglés: se leen los nombres de las columnas.\nEn «Explore», crea una tabla «Free form» con la dimensión «Date» y «Active users», «Sessions» y «Views», que muestre tantas filas como días haya.\nExpórtala en CSV. Para canales, páginas, países o dispositivos, exporta cada vez otra tabla con «Date» y esa dimensión.\nImporta el archivo, o todos en un archivo zip.',
  stepsPlausible:
    'En Plausible, abre los ajustes del sitio y después «Imports & exports».\nPrepara la descarga en «Export data». Un correo te avisa cuando está lista.\nImporta el archivo zip tal cual.',
  stepsUmami:
    'En Umami Cloud, exporta los datos del sitio y descarga el archivo.\nEn tu propio servidor, copia las tablas website_event y session con COPY … TO STDOUT CSV HEADER, solo de este sitio, y pon website_event.csv y session.csv en un archivo zip.\nImporta el archivo tal cual.',
} satisfies TextsOf<'history'>;
