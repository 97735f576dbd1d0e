// Where the login and consent pages are.

export const INTERACTION_PATH = '/oauth/interaction';

/** Returns the path of BASE_URL, which is usually empty. */
export function basePathOf(baseUrl: string): string {
  return new URL(baseUrl).pathname.replace(/\/$/, '');
}

/** Where the browser has to send the cookies of the login forms. */
export function loginFormsAt(baseUrl: string) {
  return { path: `${basePathOf(baseUrl)}${INTERACTION_PATH}`, isSecure: baseUrl.startsWith('https:') };
}
