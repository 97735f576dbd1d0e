import type { TextsOf } from '../translate.ts';

export default {
  createdMondays: 'Erkenntnisse entstehen jeden Montag aus den Ereignissen der Vorwoche.',
  noInsightsYet: 'Noch keine Erkenntnisse',
  notCompared: 'Nicht verglichen: {reason}.',
  nothingStoodOut: 'In dieser Woche ist nichts aufgefallen',
  seeThatWeek: 'Zahlen dieser Woche ansehen',
  weekInNumbers: 'Die Woche in Zahlen',
  whatToDoNext: 'Nächste Schritte',
} satisfies TextsOf<'insights'>;
