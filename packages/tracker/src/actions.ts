// What clicks and submitted forms count as.
import { MARKED } from './subject.ts';

const CLICKABLE = 'a[href],button,input[type=button],[role=button],[role=link]';

export interface Action {
  readonly types: readonly string[];
  /** The subject is that of the nearest marked element around it. */
  readonly source: Element;
}

export function watchActions(onAction: (action: Action) => void): void {
  const handle = (event: Event): void => {
    const action = (event.type === 'submit' ? submitAction : clickAction)(event as SubmitEvent & MouseEvent);
    if (action) onAction(action);
  };
  // While capturing, because the page may stop the event later.
  for (const type of ['click', 'auxclick', 'submit']) addEventListener(type, handle, true);
}

/** Ignores the further clicks of a double click, and other buttons than the left and the middle one. */
export function clickAction({ target, detail, button }: MouseEvent): Action | undefined {
  if (detail > 1 || button > 1) return undefined;
  // A page may click on its document, which has no elements around it.
  const around = (selector: string) => (target as Element).closest?.(selector);
  const told = around('[data-funnel-click]');
  if (told) return { types: typesIn(told, 'click'), source: told };
  const source = around(CLICKABLE) as HTMLButtonElement | null | undefined;
  const marked = source?.closest(MARKED);
  // The form of a submit button says whether it is submitted: an incomplete one is not.
  if (!source || !marked || (source.type === 'submit' && source.form)) return undefined;
  // Anything can be clickable in a campaign or step, such as the button that closes a popup.
  const isMeant = marked === source || marked.matches('[data-funnel-element]');
  return isMeant ? { types: ['conversion'], source } : undefined;
}

/** Whoever submits a form converts, as whoever clicks a button does. Closing a dialog is neither. */
export function submitAction({ target, submitter }: SubmitEvent): Action | undefined {
  const form = target as HTMLFormElement;
  const source = submitter && form.contains(submitter) ? submitter : form;
  const told = source.closest('[data-funnel-submit]');
  if (told) return { types: typesIn(told, 'submit'), source };
  const method = submitter?.getAttribute('formmethod') ?? form.getAttribute('method');
  if (!source.closest(MARKED) || method === 'dialog') return undefined;
  return { types: ['submission', 'conversion'], source };
}

function typesIn(element: Element, event: string): string[] {
  return element
    .getAttribute(`data-funnel-${event}`)!
    .split(/\s+/)
    .filter((type) => type && type !== 'none');
}
