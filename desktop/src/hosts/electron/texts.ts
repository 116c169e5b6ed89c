import type { Language } from '@balcao/shared/text/languages.ts';
import en from '@balcao/shared/text/shell/en.json' with { type: 'json' };
import es from '@balcao/shared/text/shell/es.json' with { type: 'json' };
import pt from '@balcao/shared/text/shell/pt.json' with { type: 'json' };
import type { ApplicationMenuTexts } from './application-menu.ts';
import type { ContextMenuTexts } from './context-menu.ts';
import type { DownloadTexts } from './downloads.ts';
import type { LinkTexts } from './links.ts';
import type { RecoveryTexts } from './recovery.ts';
import type { TrayTexts } from './tray.ts';
import type { CrashTexts } from './windows.ts';

export type ShellTexts = TrayTexts &
  ApplicationMenuTexts &
  ContextMenuTexts &
  DownloadTexts &
  CrashTexts &
  LinkTexts &
  RecoveryTexts;

const TEXTS = { pt, en, es };

/** The few texts of the shell itself; the page brings its own. */
export const shellTexts = (language: Language): ShellTexts => TEXTS[language];
