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
  notImported: 'Non importé. {reason}',
  sending: 'Envoi en cours…',
  waiting: 'En attente',
  visits: '{count} visites',
  title: 'Historique d’autres outils',
  titleHint:
    'Visiteurs et pages vues qu’un autre outil a comptés auparavant. Ils sont affichés comme trafic, à part de tous les autres chiffres.',
  tool: 'Outil',
  traffic: 'Trafic',
  trafficHint:
    'Les jours jusqu’au {day} peuvent venir de {tools} ; les suivants sont des pages vues comptées ici. Les visiteurs sont uniques chaque jour et additionnés.',
  // Each line is a step.
  stepsGa4:
    'Mettez la langue de votre compte Google sur l’anglais : ce sont les noms des colonnes qui sont lus.\nSous « Explore », créez un tableau « Free form » avec la dimension « Date » et « Active users », « Sessions » et « Views », qui affiche autant de lignes qu’il y a de jours.\nExportez-le en CSV. Pour les canaux, pages, pays ou appareils, exportez à chaque fois un autre tableau avec « Date » et cette dimension.\nImportez le fichier, ou tous dans une archive zip.',
  stepsPlausible:
    'Ouvrez dans Plausible les réglages du site, puis « Imports & exports ».\nPréparez le téléchargement sous « Export data ». Un e-mail vous prévient quand il est prêt.\nImportez l’archive zip telle quelle.',
  stepsUmami:
    'Dans Umami Cloud, exportez les données du site et téléchargez l’archive.\nSur votre propre serveur, copiez les tables website_event et session avec COPY … TO STDOUT CSV HEADER, pour ce seul site, et placez website_event.csv et session.csv dans une archive zip.\nImportez l’archive telle quelle.',
} satisfies TextsOf<'history'>;
