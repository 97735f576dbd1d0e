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
  visits: '{count} visitas',
  title: 'Historial de otras herramientas',
  titleHint:
    'Visitantes y páginas vistas que antes contó otra herramienta. Se muestran como tráfico, aparte de las demás cifras.',
  tool: 'Herramienta',
  traffic: 'Tráfico',
  trafficHint:
    'Los días hasta el {day} pueden ser de {tools}; los posteriores son páginas vistas contadas aquí. Los visitantes son únicos cada día y se suman.',
  whichFile:
    '{tool, select, plausible {El archivo zip de los ajustes del sitio, «Imports & exports».} umami {El archivo zip de la exportación de datos, o la tabla website_event en CSV.} other {Un informe en CSV, en inglés, con el gráfico por día; o un archivo zip con varios.}}',
} satisfies TextsOf<'history'>;
