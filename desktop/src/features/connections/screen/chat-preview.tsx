import type { ChatAppearance } from '@balcao/shared/features/web-chat/design.ts';
import type { Language } from '@balcao/shared/text/languages.ts';
import { Box, Text, useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './chat-preview.module.css';

/** While a colour is being typed. */
const NO_COLOUR = '#6b645c';
const SHOWN = {
  followsPages: false,
  hasWhatsApp: false,
  shop: { isOpen: true, opensAt: null },
  fileBytes: 0,
};

interface Props {
  appearance: ChatAppearance;
}

/** What visitors see, by the code that they run: it changes while somebody writes. */
export function ChatPreview({ appearance }: Props) {
  const { t, i18n } = useTexts();
  const language = i18n.language as Language;
  const isDark = useComputedColorScheme('light') === 'dark';
  const page = useRef<HTMLDivElement>(null);
  const wanted = JSON.stringify(appearance);

  useEffect(() => {
    const host = document.createElement('div');
    page.current?.append(host);
    let end = () => {};
    void import('../../../../../server/chat/preview.ts').then(({ showPreview }) => {
      const { colour, ...design } = JSON.parse(wanted) as ChatAppearance;
      const isColour = /^#[\da-f]{6}$/i.test(colour);
      if (host.isConnected)
        end = showPreview(host, {
          design: { ...SHOWN, ...design, colour: isColour ? colour : NO_COLOUR },
          language,
          isDark,
        });
    });
    return () => {
      end();
      host.remove();
    };
  }, [wanted, language, isDark]);

  return (
    <Box mt="md">
      <Text size="sm" fw={500} mb={4}>
        {t('webChat:preview')}
      </Text>
      <div ref={page} className={classes.page} aria-hidden />
    </Box>
  );
}
