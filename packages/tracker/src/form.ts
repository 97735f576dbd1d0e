// Sends what a visitor has entered into a form with the attribute `data-funnel-contact` to the contacts of the website: only the fields
// that the page declares with `data-funnel-field`. The tracker loads this file when such a form is used. It stores nothing in the browser.
import { retryDelayMs } from './batches.ts';
import { continueVisit, readVisitor, visitorId, visitSource } from './storage.ts';
import { type Fields, subjectAround, withIds } from './subject.ts';

/** Replaced by BROWSER_COLLECT_PATH when the service serves this file. */
const COLLECT_PATH = '__PATH__';
const ATTEMPTS_MAX = 8;
/** A form may have 16 KiB, and a character up to three bytes. */
const ANSWERS_LENGTH_MAX = 3_000;
/** A field that people do not see. If it is filled in, a program did it. */
const TRAP = 'trap';
/** What nobody means to leave here, whatever the page declares. */
const NEVER_SENT =
  'input[type=password],input[type=hidden],input[type=file],[autocomplete*=cc-],[autocomplete*=password]';

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

export interface Entered {
  readonly fields: Record<string, string>;
  readonly isTrapped: boolean;
}

/** undefined: there is nothing to send, or the visitor has not agreed to it. */
export function enteredIn(form: HTMLFormElement): Entered | undefined {
  const fields: Record<string, string> = {};
  let isTrapped = false;
  for (const element of form.elements) {
    const name = element.getAttribute('data-funnel-field');
    if (!name) continue;
    const value = enteredText(element as Field);
    if (name === TRAP) isTrapped ||= !!value;
    else if (name === 'privacy_consent' && !value) return undefined;
    else if (value && !element.matches(NEVER_SENT)) fields[name] ??= value;
  }
  return fields.email || fields.phone ? { fields, isTrapped } : undefined;
}

/** A box that is not checked has no value. */
function enteredText(field: Field): string {
  const { type, checked } = field as HTMLInputElement;
  if (type === 'radio') return checked ? field.value : '';
  if (type === 'checkbox') return checked ? 'yes' : '';
  return field.value.trim();
}

/** What was chosen on this page before, by field. The last choice counts. The newest ones, so that no form is too large because of them. */
export function answersIn(told: readonly (Fields | undefined)[] = []): Fields {
  const answers = new Map<unknown, unknown>();
  let left = ANSWERS_LENGTH_MAX;
  for (const { field, value } of told.map((fields) => fields ?? {}).reverse()) {
    if (!field || answers.has(field)) continue;
    left -= JSON.stringify([field, value]).length;
    if (left < 0) break;
    answers.set(field, value);
  }
  return Object.fromEntries(answers);
}

/** Repeats it while the page is open: the service recognizes the contact by its address, so sending it twice does no harm. */
async function send(url: URL, body: string, attempt = 0): Promise<void> {
  let response: Response | undefined;
  try {
    response = await fetch(url, { method: 'POST', body, credentials: 'omit', keepalive: true });
  } catch {
    // The network is away.
  }
  if (response?.ok) return;
  if (response && response.status !== 429 && response.status < 500) {
    const { code, detail } = await response.json();
    console.warn(`funnel: ${code ?? response.status}: ${detail}`);
  } else if (attempt < ATTEMPTS_MAX) {
    const delay = retryDelayMs(attempt, Math.random(), response?.headers.get('retry-after'));
    setTimeout(send, delay, url, body, attempt + 1);
  }
}

function start(script: HTMLScriptElement): void {
  const { key, endpoint } = script.dataset;
  const url = new URL(endpoint ?? COLLECT_PATH, script.src);
  url.pathname += '/contact';
  // While capturing, because the page may stop the event later, or empty the form.
  addEventListener(
    'submit',
    ({ target }) => {
      const form = target as HTMLFormElement;
      const entered = form.matches('[data-funnel-contact]') && enteredIn(form);
      if (!entered) return;
      const { fields, isTrapped } = entered;
      // The visitor may have agreed to be recognized, or withdrawn that, since the last form.
      readVisitor();
      continueVisit();
      const body = {
        key,
        visitor: visitorId,
        automated: navigator.webdriver || isTrapped || undefined,
        page: location.pathname,
        ...visitSource,
        ...withIds(subjectAround(form)),
        contact: fields,
        answers: visitorId && answersIn(window.funnel?.told),
      };
      void send(url, JSON.stringify(body));
    },
    true,
  );
}

const script = document.querySelector<HTMLScriptElement>('script[data-key]');
if (script) start(script);
