import type { CampaignFields, CampaignView } from '@balcao/shared/features/campaigns/calls.ts';
import { CAMPAIGN_LIMITS } from '@balcao/shared/features/campaigns/rules.ts';
import { PROPOSED_WINDOW, type SendingWindow } from '@balcao/shared/features/campaigns/sending-window.ts';
import type { TemplateChoice } from '@balcao/shared/features/message-templates/row.ts';
import { useForm } from '@mantine/form';
import type { AttachedFile } from '../../../renderer/components/file-field.tsx';
import {
  type BasisValues,
  basisOf,
  basisValues,
  useBasisRules,
} from '../../../renderer/components/list-basis/basis-values.ts';
import { type Format, useFormat } from '../../../renderer/kit/format.ts';
import type { SendTime } from '../../../renderer/kit/send-time.ts';
import { serverNow } from '../../../renderer/kit/server-now.ts';
import { useRules } from '../../../renderer/kit/use-rules.ts';
import { type TextOf, useTexts } from '../../../renderer/kit/use-texts.ts';
import { instantOfWall, isBlank, NO_TIME, wallTimeOf } from './wall-time.ts';

/** The texts of which each recipient gets one. */
export const PLACES = [1, 2, 3, 4, 5] as const;

export interface Variant {
  message: string;
  /** What is asked first, when confirmation is on. */
  question: string;
}

/** What nobody has chosen is an empty text, as selects have it. */
export interface CampaignValues {
  name: string;
  confirmation: 'false' | 'true';
  contactListId: string;
  tagListId: string;
  /** Why the company may write to the people of the new list that a tag makes. */
  basis: BasisValues;
  whatsappId: string;
  fileListId: string;
  scheduledAt: SendTime;
  variants: Variant[];
  /** Instead of all texts and files, where the connection wants one. */
  template: TemplateChoice | null;
  file: AttachedFile | null;
  hasWindow: boolean;
  window: SendingWindow;
  /** An emptied number field holds an empty text. */
  quietDays: number | string;
}

export type CampaignForm = ReturnType<typeof useCampaignForm>;

const { nameChars, messageChars, quietDays } = CAMPAIGN_LIMITS;
const textOf = (id: number | null | undefined) => (id ? String(id) : '');
const idOf = (text: string) => (text === '' ? null : Number(text));

/**
 * @param campaign as it is; null: a new one
 * @param isFixed it is only looked at
 */
export function useCampaignForm(campaign: CampaignView | null, timezone: string, isFixed: boolean) {
  const { t } = useTexts();
  const format = useFormat();
  const rules = useRules();
  const before = campaign?.scheduledAt ?? null;
  return useForm<CampaignValues>({
    mode: 'controlled',
    initialValues: startOf(campaign, timezone),
    enhanceGetInputProps: () => ({ readOnly: isFixed }),
    validate: {
      name: rules.within(nameChars),
      basis: useBasisRules((values) => makesList(values, campaign)),
      contactListId: (_id, values) => (isBlank(values.scheduledAt) ? null : missingList(values, t)),
      whatsappId: (_id, values) => (isBlank(values.scheduledAt) ? null : missingConnection(values, t)),
      scheduledAt: (time) => wrongTime(time, before, timezone, t),
      variants: { message: rules.atMost(messageChars), question: rules.atMost(messageChars) },
      quietDays: (days) => wrongDays(days, t, format),
      window: (window, { hasWindow }) => (hasWindow ? wrongWindow(window, t) : null),
    },
  });
}

function startOf(campaign: CampaignView | null, timezone: string): CampaignValues {
  return {
    name: campaign?.name ?? '',
    confirmation: campaign?.confirmation ? 'true' : 'false',
    contactListId: textOf(campaign?.contactListId),
    tagListId: textOf(campaign?.tagListId),
    basis: basisValues(null),
    whatsappId: textOf(campaign?.whatsappId),
    fileListId: textOf(campaign?.fileListId),
    scheduledAt: campaign?.scheduledAt ? wallTimeOf(campaign.scheduledAt, timezone) : NO_TIME,
    variants: PLACES.map((place) => ({
      message: campaign?.[`message${place}`] ?? '',
      question: campaign?.[`confirmationMessage${place}`] ?? '',
    })),
    template: campaign?.template ?? null,
    file: campaign?.media ? { mediaId: campaign.media.id, name: campaign.media.name } : null,
    hasWindow: campaign?.window != null,
    window: campaign?.window ?? PROPOSED_WINDOW,
    quietDays: campaign?.quietDays ?? quietDays.min,
  };
}

/** A tag that was not chosen before becomes a list. */
export const makesList = ({ tagListId }: CampaignValues, before: CampaignView | null): boolean =>
  tagListId !== '' && tagListId !== textOf(before?.tagListId);

function missingList({ contactListId, tagListId }: CampaignValues, t: TextOf): string | null {
  return contactListId === '' && tagListId === '' ? t('campaigns:needed.list') : null;
}

const missingConnection = ({ whatsappId }: CampaignValues, t: TextOf) =>
  whatsappId === '' ? t('campaigns:needed.connection') : null;

/** A time that stays as it is may be past: the campaign was cancelled. */
function wrongTime(time: SendTime, before: string | null, timezone: string, t: TextOf): string | null {
  if (isBlank(time)) return null;
  const instant = instantOfWall(time, timezone);
  if (!instant) return t('campaigns:needed.wholeTime');
  if (before && sameTime(wallTimeOf(before, timezone), time)) return null;
  return Date.parse(instant) <= serverNow().getTime() ? t('campaigns:past') : null;
}

const sameTime = (a: SendTime, b: SendTime) => a.day === b.day && a.time === b.time;

function wrongDays(days: number | string, t: TextOf, format: Format): string | null {
  const { min, max } = quietDays;
  const isFit = days !== '' && Number.isInteger(days) && Number(days) >= min && Number(days) <= max;
  return isFit ? null : t('campaigns:quietWrong', { max: format.number(max) });
}

function wrongWindow({ days, from, to }: SendingWindow, t: TextOf): string | null {
  if (days.length === 0) return t('campaigns:window.noDay');
  return from < to ? null : t('campaigns:window.wrong');
}

/** What keeps a campaign from beginning, as errors of its fields; null: nothing. */
export function missingToStart(
  values: CampaignValues,
  needsTemplate: boolean,
  t: TextOf,
): Record<string, string> | null {
  const lacks = (text: keyof Variant) => values.variants.every((variant) => variant[text].trim() === '');
  const found = {
    contactListId: missingList(values, t),
    whatsappId: missingConnection(values, t),
    template: needsTemplate && !isFilled(values.template) ? t('campaigns:needed.template') : null,
    'variants.0.message': !needsTemplate && lacks('message') ? t('campaigns:needed.message') : null,
    'variants.0.question':
      !needsTemplate && values.confirmation === 'true' && lacks('question')
        ? t('campaigns:needed.question')
        : null,
  };
  const missing = Object.entries(found).filter((entry): entry is [string, string] => entry[1] !== null);
  return missing.length > 0 ? Object.fromEntries(missing) : null;
}

const isFilled = (template: TemplateChoice | null) =>
  template?.parameters.every((text) => text.trim() !== '') === true;

/** As the server keeps it: what was left empty is null. */
export function fieldsOf(values: CampaignValues, before: CampaignView | null, timezone: string) {
  const { scheduledAt, quietDays, hasWindow, window } = values;
  const written = (place: number, text: keyof Variant) => values.variants[place - 1]?.[text].trim() || null;
  const stays = before?.scheduledAt && sameTime(wallTimeOf(before.scheduledAt, timezone), scheduledAt);
  return {
    name: values.name.trim(),
    confirmation: values.confirmation === 'true',
    contactListId: idOf(values.contactListId),
    tagListId: idOf(values.tagListId),
    whatsappId: idOf(values.whatsappId),
    fileListId: idOf(values.fileListId),
    // The fields know no seconds.
    scheduledAt: stays ? before.scheduledAt : instantOfWall(scheduledAt, timezone),
    message1: written(1, 'message'),
    message2: written(2, 'message'),
    message3: written(3, 'message'),
    message4: written(4, 'message'),
    message5: written(5, 'message'),
    confirmationMessage1: written(1, 'question'),
    confirmationMessage2: written(2, 'question'),
    confirmationMessage3: written(3, 'question'),
    confirmationMessage4: written(4, 'question'),
    confirmationMessage5: written(5, 'question'),
    // Half a template is none yet.
    template: isFilled(values.template) ? values.template : null,
    mediaId: values.file?.mediaId ?? null,
    window: hasWindow ? window : null,
    quietDays: Number(quietDays),
  } satisfies CampaignFields;
}

/** What is said of the list that the campaign makes; nothing where it makes none. */
export function newListOf(
  values: CampaignValues,
  before: CampaignView | null,
): Pick<CampaignFields, 'tagListBasis'> {
  return makesList(values, before) ? { tagListBasis: basisOf(values.basis) } : {};
}
