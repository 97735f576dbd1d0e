// Questions that nobody can answer from this data. Right is to say so, and why.
import { refusal } from '../claim.ts';
import { COFFEE, call, HOME, questions, turn } from '../question.ts';

const NO_DATA = /\b(no|not|don['’]t|cannot|can['’]t|only)\b/i;

const about = (text: string, topic: RegExp) => turn(text, () => refusal(NO_DATA), [], { topic });

export const IMPOSSIBLE = questions(
  'impossible',
  about('Where exactly do people click on our home page? Show me the heat map.', /heat ?map|click position/i),
  about('What was our profit on ravelmoor.example last month?', /profit|margin/i),
  about('Did the weather influence our sales last week?', /weather|temperature/i),
  about('Who is our best customer? I need name and email address.', /customer name|personal data of/i),
  about('How do we compare with the conversion rate of our competitors?', /competitor|industry|benchmark/i),
  about('What is the bounce rate of ravelmoor.example?', /bounce/i),
  about('How far do visitors scroll on the sale landing page?', /scroll/i),
  about('How many people opened our last newsletter?', /open rate|opened (the )?(mail|newsletter)/i),
  about('Are our buyers mostly women or men, and how old are they?', /gender|\bage of\b/i),
  about('How many glass lamps are left in stock?', /stock|inventory/i),
  about('Which words did people type into Google before they came to us?', /search terms?|keyword/i),
  turn(
    'How much revenue did ravelmoor.example make in the Christmas week of 2031?',
    () => refusal(/future|not (yet|begun|come)|after today|today/i),
    [
      call('get_website_report', {
        ...HOME,
        ...{ timeframe: 'custom', range_start: '2031-12-22', range_end: '2031-12-28' },
      }),
    ],
    { value: 'data.metrics.revenue', unit: 'USD' },
  ),
  turn(
    'How many visitors did kaffinto.example have in 2019?',
    () => refusal(/first|before|begin|start|no (events|data)/i),
    [
      call('get_website_report', {
        ...COFFEE,
        ...{ timeframe: 'custom', range_start: '2019-01-01', range_end: '2019-12-31' },
      }),
    ],
    'data.metrics.views',
  ),
  turn(
    'How did the Black Friday countdown on ravelmoor.example do?',
    () => refusal(NO_DATA),
    [call('list_campaigns', HOME)],
    'data.campaigns[name=Black Friday countdown].metrics.conversions',
  ),
  turn(
    'How many visitors did velmora.example have last week?',
    () => refusal(NO_DATA),
    [call('list_websites'), call('get_website_report', { website_id: '$0.websites[name=velmora.example].id' })],
    'data.metrics.views',
  ),
);
