// Notices when marked elements become visible, and when the visitor gets to another page. A subject is counted once per page view, and an
// element of the page once for as long as it stays there, even if a single-page app changes the URL around it.
import { type Fields, MARKED, subjectAround } from './subject.ts';

/** How soon to look again if an element is in the viewport but hidden, such as a popup that is faded out. */
const LOOK_AGAIN_MS = 500;

export function watchViews(onView: (subject: Fields) => void, onPage: () => void): void {
  let countedOn = new WeakMap<Element, string>();
  const counted = new Set<string>();
  let page = '';
  let later = 0;

  const look = ({ target }: IntersectionObserverEntry): void => {
    if (!countsItself(target)) return;
    // Being in the viewport is not enough: popups wait there invisibly. Older browsers can't tell.
    const isShown = target.checkVisibility?.({ opacityProperty: true, visibilityProperty: true });
    if (document.hidden || isShown === false) {
      if (!later) later = setTimeout(lookAgain, LOOK_AGAIN_MS);
      return;
    }
    stop(target);
    forgetOldPage();
    const subject = subjectAround(target);
    const name = JSON.stringify(subject);
    if (countedOn.get(target) === name) return;
    countedOn.set(target, name);
    if (counted.has(name)) return;
    counted.add(name);
    onView(subject);
  };

  const observer = (isSeen: (entry: IntersectionObserverEntry) => boolean, options: IntersectionObserverInit) =>
    new IntersectionObserver((entries) => entries.filter(isSeen).forEach(look), options);
  /** The observers by the height in `data-funnel-holdout`. If an element has none, it is what it is. */
  const observers: Record<number, IntersectionObserver[]> = [
    [
      observer((entry) => entry.intersectionRatio >= 0.5, { threshold: 0.5 }),
      // Half of something taller than the viewport never fits. It counts when it reaches the middle of the viewport.
      observer((entry) => entry.isIntersecting && entry.boundingClientRect.height > innerHeight, {
        rootMargin: '-50% 0px',
      }),
    ],
  ];
  const observersOf = (element: Element): IntersectionObserver[] => {
    const height = +element.getAttribute('data-funnel-holdout')! || 0;
    // Where nothing is shown, there is only a line. It counts when the middle of what would be below it is in the viewport.
    observers[height] ??= [
      observer((entry) => entry.isIntersecting, { rootMargin: `${height / 2}px 0px ${height / -2}px` }),
    ];
    return observers[height];
  };
  const stop = (element: Element): void => {
    for (const one of observersOf(element)) one.unobserve(element);
  };
  /** Observing anew reports the current state once more. */
  const observe = (element: Element): void => {
    stop(element);
    for (const one of observersOf(element)) one.observe(element);
  };
  /** A text has neither function, and a document only the second one. */
  const observeIn = (node: Node & Partial<Pick<Element, 'matches' | 'querySelectorAll'>>): void => {
    if (node.matches?.(MARKED)) observe(node as Element);
    node.querySelectorAll?.(MARKED).forEach(observe);
  };

  const lookAgain = (): void => {
    later = 0;
    forgetOldPage();
    observeIn(document);
  };

  // Compared when needed, so that the page's history functions can stay as they are.
  const forgetOldPage = (): void => {
    const current = location.pathname + (/^#[!/]/.test(location.hash) ? location.hash : '');
    if (page === current) return;
    page = current;
    counted.clear();
    onPage();
  };

  new MutationObserver((changes) => {
    forgetOldPage();
    for (const { type, target, addedNodes } of changes) {
      if (type === 'attributes') observeIn(target);
      addedNodes.forEach(observeIn);
    }
  }).observe(document, {
    attributeFilter: MARKED.slice(1, -1).split('],['),
    childList: true,
    subtree: true,
  });
  // A page that comes back from the back/forward cache is seen anew.
  addEventListener('pageshow', (event) => {
    if (event.persisted) {
      countedOn = new WeakMap();
      page = '';
      lookAgain();
    }
  });
  // What changes the page and nothing on it is only noticed by browsers that tell of it.
  window.navigation?.addEventListener('currententrychange', forgetOldPage);
  lookAgain();
}

/** A view of a first step counts for its variant and campaign too, so these send none of their own around it. */
function countsItself(target: Element): boolean {
  const belowCampaign = target.matches('[data-funnel-variant]') ? '' : ',[data-funnel-variant]';
  const parts = target.querySelectorAll(`[data-funnel-step]${belowCampaign}`);
  const [campaign, ...campaigns] = [target, ...parts].map((part) => part.closest('[data-funnel-campaign]'));
  return target.matches('[data-funnel-step],[data-funnel-element]') || !campaigns.includes(campaign!);
}
