import { z } from 'zod';
import { route } from '../../contract/call.ts';
import {
  email,
  id,
  idListText,
  idText,
  instant,
  pageNumber,
  searchParam,
  uuid,
} from '../../contract/fields.ts';
import { instantOfText } from '../../time/wall-clock.ts';
import { listBasis, statedBasis } from '../contact-lists/basis.ts';
import { templateChoice } from '../message-templates/row.ts';
import { attachedFile } from '../queues/calls.ts';
import { campaign, RECIPIENT_STATES, SKIP_REASONS } from './row.ts';
import { CAMPAIGN_LIMITS } from './rules.ts';
import { sendingWindow } from './sending-window.ts';

/** Messages to many, at a pace that a number survives. */

const { nameChars, messageChars, quietDays, trialNumbers } = CAMPAIGN_LIMITS;

/** Programs send what was not filled in as an empty text. */
const chosen = z
  .union([id, z.literal('').transform(() => null)])
  .nullable()
  .optional();
const text = z
  .string()
  .max(messageChars)
  .nullable()
  .optional()
  .transform((value) => (value === '' ? null : value));
/** An instant, or what a clock on the company's wall shows. */
const scheduledAt = z
  .union([
    instant,
    z.string().refine((value) => instantOfText(value, 'UTC') !== null),
    z.literal('').transform(() => null),
  ])
  .nullable()
  .optional();

const texts = {
  message1: text,
  message2: text,
  message3: text,
  message4: text,
  message5: text,
  /** What is asked first, when `confirmation` is on. */
  confirmationMessage1: text,
  confirmationMessage2: text,
  confirmationMessage3: text,
  confirmationMessage4: text,
  confirmationMessage5: text,
};

const fields = z.object({
  name: z.string().trim().min(nameChars.min).max(nameChars.max),
  /** Customers are asked first, and only those who say yes get the message. */
  confirmation: z.boolean().optional(),
  contactListId: chosen,
  /** A tag whose contacts become a new list, in the place of `contactListId`. */
  tagListId: chosen,
  /** Why the company may write to the people of that new list. */
  tagListBasis: listBasis.optional(),
  whatsappId: chosen,
  fileListId: chosen,
  /** With a time it is PROGRAMADA, without one INATIVA. */
  scheduledAt,
  ...texts,
  /**
   * An approved text, where the connection sends nothing else to who has not written: then it goes out instead of texts and
   * files, and nobody is asked first. Its parameters may hold variables.
   */
  template: templateChoice.nullable().optional(),
  /** A file that the caller has uploaded, and that goes with the text; null takes it away. */
  mediaId: uuid.nullable().optional(),
  /** Null: at any time. */
  window: sendingWindow.nullable().optional(),
  /** Leaves out whom another campaign has reached in so many days; 0: nobody. */
  quietDays: z.int().min(quietDays.min).max(quietDays.max).optional(),
});
export type CampaignFields = z.output<typeof fields>;

const answeredText = z.string().nullable();
const campaignView = campaign.extend({
  tagListId: id.nullable(),
  fileListId: id.nullable(),
  message1: answeredText,
  message2: answeredText,
  message3: answeredText,
  message4: answeredText,
  message5: answeredText,
  confirmationMessage1: answeredText,
  confirmationMessage2: answeredText,
  confirmationMessage3: answeredText,
  confirmationMessage4: answeredText,
  confirmationMessage5: answeredText,
  template: templateChoice.nullable(),
  window: sendingWindow.nullable(),
  quietDays: z.int(),
  ...attachedFile,
  contactList: z.object({ id, name: z.string(), contactsCount: z.int() }).nullable(),
  /** Why the company may write to the people of its list; from the beginning on as it was said then. */
  listBasis: statedBasis,
  whatsapp: z.object({ id, name: z.string() }).nullable(),
});
export type CampaignView = z.output<typeof campaignView>;

const params = z.object({ campaignId: idText });
const shared = { access: 'campaigns:manage', plan: 'useCampaigns' } as const;
const common = { ...shared, screen: true } as const;
const missing = 'ERR_NO_CAMPAIGN_FOUND';
const choices = [
  'ERR_NO_MEDIA_FOUND',
  'ERR_MEDIA_NOT_READY',
  'ERR_NO_CONTACT_LIST_FOUND',
  'ERR_NO_TAG_FOUND',
  'ERR_NO_WAPP_FOUND',
  'ERR_CHANNEL_NO_CAMPAIGNS',
  'ERR_NO_FILE_LIST_FOUND',
  'ERR_NO_TEMPLATE_FOUND',
  'ERR_TEMPLATE_PARAMETERS',
  'ERR_CAMPAIGN_SCHEDULE',
  'ERR_CAMPAIGN_INCOMPLETE',
  'ERR_CAMPAIGN_NEEDS_CONSENT',
  'ERR_PLAN_LIMIT_CAMPAIGNS',
] as const;
/** What keeps one that goes on from going on. */
const startable = [
  'ERR_CAMPAIGN_INCOMPLETE',
  'ERR_CAMPAIGN_NEEDS_CONSENT',
  'ERR_PLAN_LIMIT_CAMPAIGNS',
] as const;

/** The newest first. */
export const listCampaigns = route({
  ...common,
  method: 'GET',
  path: '/campaigns',
  query: z.object({ searchParam, pageNumber }),
  response: z.object({ records: z.array(campaign), hasMore: z.boolean() }),
});

/** The newest ones, without pages. */
export const listCampaignChoices = route({
  ...shared,
  method: 'GET',
  path: '/campaigns/list',
  query: z.object({ searchParam }),
  response: z.array(campaign),
});

const campaignFigures = z.object({
  id,
  /** Whom it is for: all but those who are left out. */
  recipients: z.int(),
  /** Their turn is over: sent, or failed. */
  done: z.int(),
  sent: z.int(),
  read: z.int(),
  answered: z.int(),
});
export type CampaignFigures = z.output<typeof campaignFigures>;

/** How far campaigns are, and who has read and answered them; without those that have not begun. */
export const listCampaignFigures = route({
  ...common,
  method: 'GET',
  path: '/campaigns/figures',
  heavy: true,
  query: z.object({ campaignIds: idListText }),
  response: z.object({ figures: z.array(campaignFigures) }),
});

export const getCampaign = route({
  ...common,
  method: 'GET',
  path: '/campaigns/:campaignId',
  params,
  response: campaignView,
  errors: [missing],
});

export const createCampaign = route({
  ...common,
  method: 'POST',
  path: '/campaigns',
  body: fields,
  response: campaignView,
  status: 201,
  errors: choices,
});

/** While it is editable; a cancelled one goes on with the new texts for whom it has not reached. */
export const updateCampaign = route({
  ...common,
  method: 'PUT',
  path: '/campaigns/:campaignId',
  params,
  body: fields.partial(),
  response: campaignView,
  errors: [missing, 'ERR_CAMPAIGN_NOT_EDITABLE', 'ERR_CAMPAIGN_OTHER_KIND', ...choices],
});

/** One that is under way is cancelled first. */
export const deleteCampaign = route({
  ...common,
  method: 'DELETE',
  path: '/campaigns/:campaignId',
  params,
  status: 204,
  errors: [missing, 'ERR_CAMPAIGN_RUNNING'],
});

/** Nothing leaves from now on. */
export const cancelCampaign = route({
  ...common,
  method: 'POST',
  path: '/campaigns/:campaignId/cancel',
  params,
  response: campaignView,
  errors: [missing, 'ERR_CAMPAIGN_NOT_RUNNING'],
});

/** Goes on with those whom it has not reached. */
export const restartCampaign = route({
  ...common,
  method: 'POST',
  path: '/campaigns/:campaignId/restart',
  params,
  response: campaignView,
  errors: [missing, 'ERR_CAMPAIGN_NOT_CANCELLED', ...startable],
});

/** Goes on after WhatsApp's restriction has ended. */
export const resumeCampaign = route({
  ...common,
  method: 'POST',
  path: '/campaigns/:campaignId/resume',
  params,
  response: campaignView,
  errors: [missing, 'ERR_CAMPAIGN_NOT_PAUSED'],
});

/** Tries those again that failed, and touches nobody who got it. */
export const retryCampaign = route({
  ...common,
  method: 'POST',
  path: '/campaigns/:campaignId/retry',
  params,
  response: campaignView,
  errors: [missing, 'ERR_CAMPAIGN_NOTHING_FAILED', ...startable],
});

/** Any file that messages may carry, as multipart/form-data in `file`, or as the body itself. */
export const uploadCampaignMedia = route({
  ...shared,
  method: 'POST',
  path: '/campaigns/:campaignId/media-upload',
  waitsFor: 'outside',
  params,
  rawBody: true,
  uploadField: 'file',
  response: campaignView,
  errors: [missing, 'ERR_CAMPAIGN_NOT_EDITABLE', 'ERR_BODY_TOO_LARGE', 'ERR_IDEMPOTENCY_KEY_REUSED'],
});

export const removeCampaignMedia = route({
  ...shared,
  method: 'DELETE',
  path: '/campaigns/:campaignId/media-upload',
  params,
  response: campaignView,
  errors: [missing, 'ERR_CAMPAIGN_NOT_EDITABLE'],
});

const counts = <const K extends readonly string[]>(keys: K) =>
  z.object(Object.fromEntries(keys.map((key) => [key, z.int()])) as { [P in K[number]]: z.ZodInt });

/** What would happen if it began now. */
const dryRun = z.object({
  /** Entries of its list. */
  total: z.int(),
  /** Who would get it. */
  recipients: z.int(),
  leftOut: counts(SKIP_REASONS),
  /** The time counts at the company's pace, without the hours outside of its window. */
  seconds: z.int(),
  /** These are the texts as the first ones would read them. */
  samples: z.array(
    z.object({ name: z.string(), number: z.string(), text: z.string(), confirmation: z.string() }),
  ),
});
export type DryRun = z.output<typeof dryRun>;

export const dryRunCampaign = route({
  ...common,
  method: 'POST',
  path: '/campaigns/:campaignId/dry-run',
  reads: true,
  params,
  response: dryRun,
  errors: [missing],
});

/** A number, or an address of e-mail where campaigns go by mail. */
const trialNumber = z.union([z.string().regex(/^\d{8,20}$/), email]);

/** Sends what one recipient would get to numbers, or addresses, of one's own; counted nowhere. */
export const tryCampaign = route({
  ...common,
  method: 'POST',
  path: '/campaigns/:campaignId/try',
  params,
  body: z.object({
    numbers: z.array(trialNumber).min(1).max(trialNumbers),
    /** The entry of the list whose fields are filled in; null: the first one. */
    contactListItemId: id.nullable().optional(),
    /** Which of the texts. */
    variant: z.int().min(1).max(5),
  }),
  response: z.object({ queued: z.int() }),
  errors: [
    missing,
    'ERR_CAMPAIGN_INCOMPLETE',
    'ERR_CAMPAIGN_TRIAL',
    'ERR_NO_WAPP_FOUND',
    'ERR_NO_TEMPLATE_FOUND',
    'ERR_TEMPLATE_PARAMETERS',
    'ERR_NO_CONTACT_LIST_ITEM_FOUND',
  ],
});

const moment = z.object({
  at: instant,
  sent: z.int(),
  delivered: z.int(),
  read: z.int(),
  answered: z.int(),
});
const campaignReport = z.object({
  campaign: campaignView,
  total: z.int(),
  /** The recipients whose number has WhatsApp; by mail, who have an address. */
  valid: z.int(),
  states: counts(RECIPIENT_STATES),
  skipped: counts(SKIP_REASONS),
  /** Who got the message itself; what was only asked does not count. */
  sent: z.int(),
  delivered: z.int(),
  read: z.int(),
  answered: z.int(),
  /** Answers that became tickets. */
  tickets: z.int(),
  confirmationsRequested: z.int(),
  confirmations: z.int(),
  optOuts: z.int(),
  /** Texts are named by their place, from 1 on. */
  variants: z.array(
    z.object({
      variant: z.int(),
      recipients: z.int(),
      sent: z.int(),
      delivered: z.int(),
      read: z.int(),
      answered: z.int(),
    }),
  ),
  /** Codes of the catalogue. */
  failures: z.array(z.object({ code: z.string(), count: z.int() })),
  /** How it went on, in equal steps of at most 48. */
  curve: z.array(moment),
});
export type CampaignReport = z.output<typeof campaignReport>;

export const getCampaignReport = route({
  ...common,
  method: 'GET',
  path: '/campaigns/:campaignId/report',
  heavy: true,
  params,
  response: campaignReport,
  errors: [missing],
});

const recipient = z.object({
  id,
  name: z.string(),
  /** By mail, an address. Empty, as the name: what there was about this person has been erased, or is kept no longer. */
  number: z.string(),
  variant: z.int().nullable(),
  state: z.enum(RECIPIENT_STATES),
  /** Why it was skipped or failed; else null. */
  reason: z.string().nullable(),
  sentAt: instant.nullable(),
  deliveredAt: instant.nullable(),
  readAt: instant.nullable(),
  answeredAt: instant.nullable(),
  confirmationRequestedAt: instant.nullable(),
  confirmedAt: instant.nullable(),
  /** The ticket is of the conversation that its answer began. */
  ticketUuid: z.uuid().nullable(),
});
export type CampaignRecipient = z.output<typeof recipient>;

/** Recipients come in the order in which they were taken over; `after` is the id of the last one seen. */
export const listRecipients = route({
  ...common,
  method: 'GET',
  path: '/campaigns/:campaignId/recipients',
  heavy: true,
  params,
  query: z.object({
    searchParam,
    state: z.enum([...RECIPIENT_STATES, 'answered']).optional(),
    after: idText.optional(),
  }),
  response: z.object({ recipients: z.array(recipient), hasMore: z.boolean() }),
  errors: [missing],
});
