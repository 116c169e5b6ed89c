import type { CampaignView } from '@balcao/shared/features/campaigns/calls.ts';
import type { CampaignRow, PauseReason } from '@balcao/shared/features/campaigns/row.ts';
import { attachedFile } from '../media/media.presenter.ts';
import type { CampaignRecord, ListedRecord } from './campaigns.repo.ts';

export const presentListed = (record: ListedRecord): CampaignRow => ({
  id: record.id,
  name: record.name,
  status: record.status,
  confirmation: record.confirmation,
  contactListId: record.contactListId,
  whatsappId: record.whatsappId,
  scheduledAt: record.scheduledAt?.toISOString() ?? null,
  completedAt: record.completedAt?.toISOString() ?? null,
  pausedReason: record.pausedReason ?? connectionPause(record),
  pausedUntil: record.pausedUntil?.toISOString() ?? null,
  createdAt: record.createdAt.toISOString(),
  updatedAt: record.updatedAt.toISOString(),
});

/** What its connection says is not written down: it goes on by itself with the connection. */
function connectionPause({ status, isDown, isGone }: ListedRecord): PauseReason | null {
  if (status !== 'EM_ANDAMENTO') return null;
  if (isGone) return 'noConnection';
  return isDown ? 'disconnected' : null;
}

export function presentCampaign(record: CampaignRecord): CampaignView {
  const { messages, confirmationMessages, contactList, whatsapp, window, quietDays, tagListId, fileListId } =
    record;
  const text = (texts: string[], place: number) => texts[place] || null;
  return {
    ...presentListed(record),
    tagListId,
    fileListId,
    message1: text(messages, 0),
    message2: text(messages, 1),
    message3: text(messages, 2),
    message4: text(messages, 3),
    message5: text(messages, 4),
    confirmationMessage1: text(confirmationMessages, 0),
    confirmationMessage2: text(confirmationMessages, 1),
    confirmationMessage3: text(confirmationMessages, 2),
    confirmationMessage4: text(confirmationMessages, 3),
    confirmationMessage5: text(confirmationMessages, 4),
    template: record.template,
    window,
    quietDays,
    ...attachedFile(record.media),
    contactList,
    listBasis: record.listBasis,
    whatsapp,
  };
}
