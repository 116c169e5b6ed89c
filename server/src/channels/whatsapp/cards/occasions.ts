import { CARD_LIMITS, type MessageCard } from '@balcao/shared/features/messages/card.ts';
import type { proto } from '@whiskeysockets/baileys';
import { cardAction, cardItem, cardOfDraft, instantOf, numberOf } from '../../card-parts.ts';
import { placeOf } from './business.ts';
import { stickerCard } from './stickers.ts';

/** Appointments, calls, invitations, and what else people send one another that is neither text nor file. */
export function occasionCard(message: proto.IMessage): MessageCard | null {
  const { eventMessage, scheduledCallCreationMessage: call, callLogMesssage, stickerPackMessage } = message;
  if (eventMessage) return cardOfEvent(eventMessage);
  if (call)
    return cardOfDraft('scheduledCall', {
      title: call.title,
      startsAt: instantOf((numberOf(call.scheduledTimestampMs) ?? 0) / 1_000),
    });
  if (callLogMesssage)
    return cardOfDraft(callLogMesssage.isVideo ? 'videoCall' : 'phoneCall', {
      seconds: callLogMesssage.durationSecs,
    });
  if (stickerPackMessage) return cardOfStickers(stickerPackMessage);
  if (message.requestPhoneNumberMessage) return cardOfDraft('numberRequest', {});
  return stickerCard(message) ?? invitationCard(message) ?? pollResultCard(message);
}

const cardOfEvent = (event: proto.Message.IEventMessage): MessageCard =>
  cardOfDraft(event.isCanceled ? 'cancelledAppointment' : 'appointment', {
    title: event.name,
    text: event.description,
    place: placeOf(event.location),
    startsAt: instantOf(event.startTime),
    endsAt: instantOf(event.endTime),
    actions: cardAction('', event.joinLink),
  });

const cardOfStickers = (pack: proto.Message.IStickerPackMessage): MessageCard =>
  cardOfDraft('stickerPack', {
    title: pack.name,
    text: [pack.caption, pack.packDescription].filter(Boolean).join('\n'),
    footer: pack.publisher,
    itemCount: pack.stickers?.length,
  });

function invitationCard(message: proto.IMessage): MessageCard | null {
  const { groupInviteMessage: group, newsletterAdminInviteMessage: admin } = message;
  if (group)
    return cardOfDraft('groupInvite', {
      title: group.groupName,
      text: group.caption,
      endsAt: instantOf(group.inviteExpiration),
    });
  const channel = admin ?? message.newsletterFollowerInviteMessageV2;
  return channel
    ? cardOfDraft('channelInvite', {
        title: channel.newsletterName,
        text: channel.caption,
        endsAt: instantOf(admin?.inviteExpiration),
      })
    : null;
}

/** Somebody shares how people have voted elsewhere: nobody votes here. */
function pollResultCard(message: proto.IMessage): MessageCard | null {
  const result = message.pollResultSnapshotMessage ?? message.pollResultSnapshotMessageV3;
  if (!result) return null;
  return cardOfDraft('pollResult', {
    title: result.name,
    items: (result.pollVotes ?? [])
      .slice(0, CARD_LIMITS.items)
      .map(({ optionName, optionVoteCount }) =>
        cardItem(optionName, { detail: String(Math.max(0, numberOf(optionVoteCount) ?? 0)) }),
      ),
  });
}
