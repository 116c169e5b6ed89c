import { z } from 'zod';
import { id, instant } from '../../contract/fields.ts';
import { feedRow } from '../../contract/row.ts';

export const CAMPAIGN_STATUSES = [
  'INATIVA',
  'PROGRAMADA',
  'EM_ANDAMENTO',
  'CANCELADA',
  'FINALIZADA',
] as const;
export type CampaignStatus = (typeof CAMPAIGN_STATUSES)[number];

/** Texts of which each recipient gets one, by chance. */
export const MAX_CAMPAIGN_MESSAGES = 5;

/** Why a campaign under way sends nothing. */
export const PAUSE_REASONS = [
  /** Its connection is down; it goes on by itself. */
  'disconnected',
  /** WhatsApp restricts the number; a person resumes it. */
  'restricted',
  /** Out of its days and hours. */
  'window',
  /** The connection has begun as many conversations as it may in an hour or a day. */
  'budget',
  /** The messenger's own limit of a day: so many customers may be written to first. */
  'limit',
  /** Customers block and report the number: its messenger has marked it red. */
  'quality',
  /** The messenger refuses its template, to one after the other. */
  'template',
  /** Its connection was deleted. */
  'noConnection',
  /** Its contact list was deleted before it began, and so it was cancelled. */
  'noList',
  /** Its template was not there any more when it began, and so it was cancelled. */
  'noTemplate',
  /** A backup was restored: whom it has reached since that moment nobody knows. */
  'restored',
  /** The plan does not include campaigns any more, or the company is overdue. */
  'notAllowed',
] as const;
export type PauseReason = (typeof PAUSE_REASONS)[number];

/** Whether a person says that it goes on. */
export const waitsForPerson = (reason: PauseReason | null): boolean =>
  reason === 'restricted' || reason === 'restored';

/** This is a campaign as lists show it; its texts are for whoever opens it. */
export const campaign = z.object({
  id,
  name: z.string(),
  status: z.enum(CAMPAIGN_STATUSES),
  confirmation: z.boolean(),
  contactListId: id.nullable(),
  /** The connection that sends it; null: none was chosen, or it is gone. */
  whatsappId: id.nullable(),
  scheduledAt: instant.nullable(),
  completedAt: instant.nullable(),
  pausedReason: z.enum(PAUSE_REASONS).nullable(),
  /** The pause ends then, where that is known. */
  pausedUntil: instant.nullable(),
  createdAt: instant,
  updatedAt: instant,
});
export type CampaignRow = z.output<typeof campaign>;

/** What became of a recipient. */
export const RECIPIENT_STATES = [
  /** Waits for its turn. */
  'queued',
  /** Was asked whether it wants the message, and has not answered. */
  'asked',
  'sending',
  'sent',
  'delivered',
  'read',
  'failed',
  /** Gets nothing, for a reason. */
  'skipped',
] as const;
export type RecipientState = (typeof RECIPIENT_STATES)[number];

export const SKIP_REASONS = [
  /** By e-mail: the people of its list have not said yes to that. */
  'noConsent',
  /** By e-mail: the list has no address. */
  'noAddress',
  /** The number has no WhatsApp. */
  'noWhatsapp',
  /** Nobody knows yet whether it has. */
  'unchecked',
  'optedOut',
  /** The same person by another spelling of the number. */
  'duplicate',
  'blocked',
  /** Got another campaign not long ago. */
  'recent',
  /** Said no. */
  'declined',
  /** Did not say yes within a day. */
  'expired',
] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

export const campaignRow = feedRow('campaign', campaign, {
  id: 'number',
  live: ['campaign'],
  /** The newest stand first. */
  order: (a, b) => b.id - a.id,
  path: 'campaigns',
});
