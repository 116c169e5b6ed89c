import { useTranslation } from 'react-i18next';

export const NAMESPACES = ['common', 'auth', 'connections', 'errors', 'layout', 'shell', 'tickets'] as const;

/** The texts of every namespace; keys always name theirs: `t('tickets:tabs.open')`. */
export const useTexts = () => useTranslation(NAMESPACES);
