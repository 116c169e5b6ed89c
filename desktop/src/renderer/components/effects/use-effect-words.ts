import { useTexts } from '../../kit/use-texts.ts';
import type { AnyEffect } from './new-effect.ts';
import type { Choice, Choices } from './use-choices.ts';

/** What an effect does, in words: what, and with which or with what words. */
export function useEffectWords(choices: Choices): (effect: AnyEffect) => { what: string; which: string } {
  const { t } = useTexts();
  const named = (list: readonly Choice[], ids: readonly number[]) =>
    ids
      .map((id) => list.find(({ value }) => value === String(id))?.label ?? t('automations:gone'))
      .join(', ');
  /** Not everybody is sent these: whoever is not reads what is done, without the name. */
  const seen = (list: readonly Choice[], id: number) =>
    list.find(({ value }) => value === String(id))?.label ?? '';
  const whichOf = (effect: AnyEffect): string => {
    switch (effect.kind) {
      case 'addTags':
      case 'removeTags':
        return named(choices.tags, effect.tagIds);
      case 'queue':
        return named(choices.queues, [effect.queueId]);
      case 'agent':
      case 'accept':
        return named(choices.users, [effect.userId]);
      case 'say':
      case 'note':
        return effect.text;
      case 'quickMessage':
        return named(choices.quickMessages, [effect.quickMessageId]);
      case 'template': {
        const { name, parameters } = effect.template;
        return [name, ...parameters].join(' · ');
      }
      case 'fileList':
        return named(choices.fileLists, [effect.fileListId]);
      case 'prompt':
        return seen(choices.prompts, effect.promptId);
      case 'integration':
        return seen(choices.integrations, effect.queueIntegrationId);
      case 'webhook':
        return effect.webhookId === undefined
          ? t('automations:allWebhooks')
          : named(choices.webhooks, [effect.webhookId]);
      case 'mention':
        return `${named(choices.users, effect.userIds)}: ${effect.text}`;
      case 'snooze':
        return String(effect.minutes);
      case 'sort':
        return effect.queue ? t('automations:sortQueue') : '';
      case 'finish':
        return effect.silent ? t('automations:silent') : '';
      default:
        return '';
    }
  };
  return (effect) => ({ what: t(`automations:effect.${effect.kind}`), which: whichOf(effect) });
}
