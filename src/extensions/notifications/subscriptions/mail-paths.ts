// The paths of the links in mails that work without a login. Each is followed by a token.

/** The token of the subscription. */
export const UNSUBSCRIBE_PATH = '/unsubscribe';
export const CONFIRM_PATH = '/recipients/confirm';
export const RECIPIENT_UNSUBSCRIBE_PATH = '/recipients/unsubscribe';
