// The browser tracker: sends what visitors do on a page to the service. docs/tracker.md is its manual.
import { watchActions } from './actions.ts';
import { startDelivery } from './delivery.ts';
import { randomUuid } from './random-uuid.ts';
import { giveConsent, readVisitor, visitorId, withdrawConsent } from './storage.ts';
import { type Fields, subjectAround, withIds } from './subject.ts';
import { watchViews } from './views.ts';

/** Gets the id of the visitor, or undefined if the visitor has not agreed to be recognized. */
type VisitorCallback = (visitor: string | undefined) => void;
type Call = [type: string, fields?: Fields | boolean | VisitorCallback, around?: Element];

interface Funnel {
  (...call: Call): void;
  /** Calls from before this script was loaded. */
  q?: Iterable<Call>;
  /** The fields of all events that the page has told so far. It is there once this script is loaded. */
  told?: (Fields | undefined)[];
}

declare global {
  interface Window {
    funnel?: Funnel;
  }
  interface Navigator {
    readonly globalPrivacyControl?: boolean;
  }
  interface Document {
    readonly prerendering?: boolean;
  }
}

/** Replaced by BROWSER_COLLECT_PATH when the service serves this file. */
const COLLECT_PATH = '__PATH__';

function start(script: HTMLScriptElement): void {
  const { key, consent, endpoint, pages, privacySignals, shop } = script.dataset;
  const refuses = privacySignals !== 'ignore' && (navigator.globalPrivacyControl || navigator.doNotTrack === '1');
  const setConsent = (given: unknown) => (given && !refuses ? giveConsent() : withdrawConsent());
  readVisitor();
  // Another tab may change it.
  addEventListener('storage', readVisitor);
  // An id that is too old, or that a visitor who refuses still has from before.
  if (refuses || !visitorId) withdrawConsent();
  if (consent === 'granted') setConsent(true);

  const deliver = startDelivery(new URL(endpoint ?? COLLECT_PATH, script.src), key);
  const track = (type: string, fields: Fields): void =>
    deliver({
      page: location.pathname,
      language: navigator.language,
      ...withIds(fields),
      type,
      id: randomUuid(),
      at: new Date(),
    });

  /** What the visitor has seen of each campaign on this page: whoever names the campaign alone means this variant. */
  const seenVariants: Fields = {};
  const callbacks: VisitorCallback[] = [];
  // What a callback throws must not stop the tracker.
  const tellVisitor = async (callback: VisitorCallback) => callback(await visitorId);
  const early = window.funnel?.q ?? [];
  const funnel: Funnel = (type, fields, around) => {
    if (type === 'consent') {
      setConsent(fields);
      // Whoever refuses is forgotten by the page, too: no form sends what was chosen before.
      if (!visitorId) funnel.told = [];
      callbacks.forEach(tellVisitor);
    } else if (type === 'visitor') {
      callbacks.push(fields as VisitorCallback);
      void tellVisitor(fields as VisitorCallback);
    } else {
      // A name for what was given would take bytes.
      funnel.told!.push(fields as Fields | undefined);
      track(type, {
        variant: seenVariants[(fields as Fields | undefined)?.campaign as string],
        ...subjectAround(around),
        ...(fields as Fields | undefined),
      });
    }
  };
  funnel.told = [];
  window.funnel = funnel;
  /** Parts that few pages need. They are for visitors who do not refuse. */
  const load = (part: string) => refuses || import(/* @vite-ignore */ new URL(part, script.src).href);
  if (shop) load('?shop');
  // While the form is filled in, because the page may be left when it is submitted. A field may have the focus before this script runs.
  for (const type of ['focusin', 'input'])
    addEventListener(type, ({ target }) => {
      if ((target as Element).closest?.('[data-funnel-contact]')) load('?form');
    });
  for (const call of early) funnel(...call);

  watchViews(
    (subject) => {
      seenVariants[subject.campaign as string] = subject.variant;
      track('view', subject);
    },
    () => pages === undefined || track('page_view', {}),
  );
  watchActions(({ types, source }) => {
    for (const type of types) track(type, subjectAround(source));
  });
}

const script = document.currentScript as HTMLScriptElement | null;
if (script && !window.funnel?.told) {
  const run = () => start(script);
  // A page that is rendered in advance may never be seen. It is activated once.
  if (document.prerendering) document.addEventListener('prerenderingchange', run);
  else run();
}
