import { getContactLanguage, type HelpWanted } from '@balcao/shared/features/agent-help/calls.ts';
import { type HelpKind, REWRITINGS } from '@balcao/shared/features/agent-help/kinds.ts';
import { LANGUAGES, type Language } from '@balcao/shared/text/languages.ts';
import { Menu } from '@mantine/core';
import { IconListDetails, IconMessageDots, IconSparkles, IconTags } from '@tabler/icons-react';
import { useState } from 'react';
import { ToolButton } from '../../../../renderer/components/tool-button.tsx';
import { useApiQuery } from '../../../../renderer/kit/api-query.ts';
import { useFormat } from '../../../../renderer/kit/format.ts';
import { useTexts } from '../../../../renderer/kit/use-texts.ts';
import type { DraftKeeper } from '../draft-keeper.ts';

interface Props {
  kinds: readonly HelpKind[];
  contactId: number;
  keeper: DraftKeeper;
  onAsk(wanted: HelpWanted): void;
}

/** What the AI may do with this conversation, and with what the agent has written. */
export function HelpMenu({ kinds, contactId, keeper, onAsk }: Props) {
  const { t, i18n } = useTexts();
  const format = useFormat();
  const [text, setText] = useState('');
  const offers = (kind: HelpKind) => kinds.includes(kind);
  const languages = useLanguages(contactId, text !== '' && offers('translate'));
  const onWords = offers('rewrite') || offers('translate');
  return (
    <Menu position="top-start" width={260} withinPortal onOpen={() => setText(keeper.current().body.trim())}>
      <Menu.Target>
        <ToolButton aria-label={t('agentHelp:title')} title={t('agentHelp:title')}>
          <IconSparkles size={20} stroke={1.6} />
        </ToolButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('agentHelp:menu')}</Menu.Label>
        {offers('summary') ? (
          <Menu.Item
            leftSection={<IconListDetails size={17} stroke={1.6} aria-hidden />}
            onClick={() => onAsk({ kind: 'summary', language: i18n.language as Language })}
          >
            {t('agentHelp:kinds.summary')}
          </Menu.Item>
        ) : null}
        {offers('reply') ? (
          <Menu.Item
            leftSection={<IconMessageDots size={17} stroke={1.6} aria-hidden />}
            onClick={() => onAsk({ kind: 'reply' })}
          >
            {t('agentHelp:kinds.reply')}
          </Menu.Item>
        ) : null}
        {offers('sort') ? (
          <Menu.Item
            leftSection={<IconTags size={17} stroke={1.6} aria-hidden />}
            onClick={() => onAsk({ kind: 'sort' })}
          >
            {t('agentHelp:kinds.sort')}
          </Menu.Item>
        ) : null}
        {onWords && text === '' ? <Menu.Label>{t('agentHelp:empty')}</Menu.Label> : null}
        {offers('rewrite') && text !== '' ? (
          <>
            <Menu.Label>{t('agentHelp:kinds.rewrite')}</Menu.Label>
            {REWRITINGS.map((how) => (
              <Menu.Item key={how} onClick={() => onAsk({ kind: 'rewrite', text, how })}>
                {t(`agentHelp:how.${how}`)}
              </Menu.Item>
            ))}
          </>
        ) : null}
        {offers('translate') && text !== '' ? (
          <>
            <Menu.Label>{t('agentHelp:kinds.translate')}</Menu.Label>
            {languages.map((language) => (
              <Menu.Item key={language} onClick={() => onAsk({ kind: 'translate', text, language })}>
                {t('agentHelp:into', { language: format.language(language) })}
              </Menu.Item>
            ))}
          </>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Into which an answer is put: first the one that the contact writes. */
function useLanguages(contactId: number, isWanted: boolean): readonly string[] {
  const { data } = useApiQuery(getContactLanguage, { params: { contactId } }, { enabled: isWanted });
  return [...new Set([...(data?.language ? [data.language] : []), ...LANGUAGES])];
}
