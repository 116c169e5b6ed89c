import { useMantineColorScheme } from '@mantine/core';
import { useEffect } from 'react';
import { useBridgeQuery } from '../kit/bridge-query.ts';
import { showLanguage } from '../kit/i18n.ts';
import { useTexts } from '../kit/use-texts.ts';

/**
 * Applies the user's language, colours and size of text. The core stores them, so every window and the next start has them; the
 * page's own storage has a copy of the theme, and of the volume.
 */
export function Preferences() {
  const { data: settings } = useBridgeQuery('settings.get', null);
  const { i18n } = useTexts();
  const { setColorScheme } = useMantineColorScheme();
  const language = settings?.language;
  const colorScheme = settings?.colorScheme;
  const textSize = settings?.textSize;
  const volume = settings?.notificationVolume;

  useEffect(() => {
    if (!language) return;
    document.documentElement.lang = language;
    if (language !== i18n.language) void showLanguage(language);
  }, [language, i18n]);

  useEffect(() => {
    if (colorScheme) setColorScheme(colorScheme);
  }, [colorScheme, setColorScheme]);

  useEffect(() => {
    if (textSize) document.documentElement.dataset.textSize = textSize;
  }, [textSize]);

  useEffect(() => {
    if (volume !== undefined) localStorage.setItem('volume', String(volume));
  }, [volume]);

  return null;
}
