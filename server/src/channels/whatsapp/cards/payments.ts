import type { MessageCard } from '@balcao/shared/features/messages/card.ts';
import type { proto } from '@whiskeysockets/baileys';
import { cardOfDraft, instantOf, type Maybe, moneyOf, moneyOfParts } from '../../card-parts.ts';
import { plainTextOf } from '../plain-text.ts';
import { unwrap } from '../wrappers.ts';

/** Money that is asked for, sent or refused within WhatsApp. Most of these messages carry no words. */
export function paymentCard(message: proto.IMessage): MessageCard | null {
  const { requestPaymentMessage, sendPaymentMessage, invoiceMessage, paymentInviteMessage } = message;
  if (requestPaymentMessage) return cardOfRequest(requestPaymentMessage);
  if (sendPaymentMessage) return cardOfDraft('payment', { text: noteOf(sendPaymentMessage.noteMessage) });
  if (message.declinePaymentRequestMessage) return cardOfDraft('paymentDeclined', {});
  if (message.cancelPaymentRequestMessage) return cardOfDraft('paymentCancelled', {});
  if (paymentInviteMessage)
    return cardOfDraft('paymentInvite', { endsAt: instantOf(paymentInviteMessage.expiryTimestamp) });
  return invoiceMessage ? cardOfDraft('invoice', { text: invoiceMessage.note }) : null;
}

function cardOfRequest(request: proto.Message.IRequestPaymentMessage): MessageCard {
  const { amount, amount1000, currencyCodeIso4217 } = request;
  return cardOfDraft('paymentRequest', {
    text: noteOf(request.noteMessage),
    total:
      (amount && moneyOfParts(amount.value, amount.offset, amount.currencyCode)) ||
      moneyOf(amount1000, currencyCodeIso4217),
    endsAt: instantOf(request.expiryTimestamp),
  });
}

/** It may stand beside a picture. */
const noteOf = (note: Maybe<proto.IMessage>): string => plainTextOf(unwrap(note).message);
