// Hands a message to the mail server.
import { sentence } from '../../../../languages/sentence.ts';
import type { Mail, Mailer } from '../../../core/foundation/mail/mailer.ts';
import { DeliveryError } from './delivery-error.ts';
import type { EmailDelivery } from './message.ts';

export async function deliverEmail(mailer: Mailer | undefined, id: string, delivery: EmailDelivery): Promise<void> {
  if (!mailer) {
    throw new DeliveryError(sentence('deliveryNoMailServer'), { permanent: true });
  }
  await mailer.send(mailOf(`<${id}@${mailer.domain}>`, delivery)).catch((error: SmtpError) => {
    // The address of a person is nothing for logs.
    const reason = error.message.replaceAll(delivery.to, 'the recipient');
    const status = error.responseCode;
    const said =
      status === undefined
        ? sentence('deliveryMailRefused')
        : sentence('deliveryMailRefusedWith', { status: String(status) });
    throw new DeliveryError(said, {
      permanent: isPermanent(error),
      cause: new Error(reason),
    });
  });
}

function mailOf(messageId: string, { channel: _, unsubscribeUrl, logo, ...mail }: EmailDelivery): Mail {
  return {
    ...mail,
    messageId,
    headers: {
      // Nobody's out-of-office assistant is to answer (RFC 3834).
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribeUrl !== undefined && {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    ...(logo && { inlineImage: { id: 'logo', ...logo } }),
  };
}

/** What nodemailer reports. */
interface SmtpError extends Error {
  readonly code?: string;
  readonly command?: string;
  /** The code in the mail server's reply. */
  readonly responseCode?: number;
}

/** The message or its recipient was refused. A refused login or sender is the operator's to fix, and then it is sent. */
function isPermanent({ code, command, responseCode = 500 }: SmtpError): boolean {
  const isAboutMessage = code === 'EMESSAGE' || (code === 'EENVELOPE' && command !== 'MAIL FROM');
  return isAboutMessage && responseCode >= 500;
}
