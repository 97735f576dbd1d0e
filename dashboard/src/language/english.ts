// English texts from the beginning on, for the view in chats, for the API reference and for tests: import it before everything that has
// texts.
import en from '../../../languages/en/index.ts';
import { chooseLanguage } from '../../../languages/language.ts';
import { setTexts } from './t.ts';

setTexts(en, chooseLanguage([]));
