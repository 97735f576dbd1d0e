// The page to which the login leads back. A file of its own, because it is loaded before the texts of the reader's language.

export const CALLBACK_PATH = '/callback';

/** Runs on the callback page inside the hidden frame of a login without questions: passes the parameters to the page around it. */
export function postCallbackToParent(): void {
  window.parent.postMessage(window.location.search, window.location.origin);
}
