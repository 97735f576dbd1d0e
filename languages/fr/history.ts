import type { TextsOf } from '../translate.ts';

export default {
  allOrNothing:
    'Le fichier est importé en entier ou pas du tout. Les jours qui ont déjà des événements ici, ou qui sont dans un autre import, restent tels quels : choisissez alors un dernier jour antérieur.',
  conversionEvent: 'Événement qui compte comme conversion (facultatif)',
  countedHere: 'Compté ici',
  dayCount: '{count, plural, one {# jour avec du trafic} other {# jours avec du trafic}}',
  days: 'Jours',
  event: 'Événement',
  file: 'Fichier',
  importFile: 'Importer un fichier',
  imported: 'Importé',
  lastDay: 'Dernier jour (facultatif)',
  remove: 'Supprimer',
  removeNamed: 'Supprimer l’import de {file}',
  removeQuestion: 'Supprimer l’import de {file} ?',
  importedConversions: '{count} conversions importées',
  importing: 'Import en cours…',
  visits: '{count} visites',
  title: 'Historique d’autres outils',
  titleHint:
    'Visiteurs et pages vues qu’un autre outil a comptés auparavant. Ils sont affichés comme trafic, à part de tous les autres chiffres.',
  tool: 'Outil',
  traffic: 'Trafic',
  trafficHint:
    'Les jours jusqu’au {day} peuvent venir de {tools} ; les suivants sont des pages vues comptées ici. Les visiteurs sont uniques chaque jour et additionnés.',
  whichFile:
    '{tool, select, plausible {L’archive zip des réglages du site, « Imports & exports ».} umami {L’archive zip de l’export de données, ou la table website_event en CSV.} other {Un rapport en CSV, en anglais, dont le graphique est par jour ; ou une archive zip de plusieurs rapports.}}',
} satisfies TextsOf<'history'>;
