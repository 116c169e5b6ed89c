import { z } from 'zod';
import { method, nothing } from '../../contract/method.ts';
import { LANGUAGES } from '../../text/languages.ts';
import { storageSettings } from '../storage/bridge.ts';
import { AFTER_FINISH, LIST_DENSITIES } from '../ticket-list/bridge.ts';
import { desktopSettings } from './desktop-settings.ts';
import { notificationSettings } from './notification-settings.ts';

export const COLOR_SCHEMES = ['light', 'dark', 'auto'] as const;

/** How large the words of conversations are. */
export const TEXT_SIZES = ['normal', 'large', 'larger'] as const;
export type TextSize = (typeof TEXT_SIZES)[number];

/** How one person likes this console, on this computer. */
export const settings = z.object({
  language: z.enum(LANGUAGES),
  colorScheme: z.enum(COLOR_SCHEMES),
  /** 0 to 1 in steps of 0.1. */
  notificationVolume: z.number().min(0).max(1),
  drawerOpen: z.boolean(),
  /** The customer's data, shown beside the conversation. */
  contactPanelOpen: z.boolean(),
  listDensity: z.enum(LIST_DENSITIES),
  textSize: z.enum(TEXT_SIZES),
  afterFinish: z.enum(AFTER_FINISH),
  notifications: notificationSettings,
  desktop: desktopSettings,
  /** The first sign-in on this computer is to be followed by what makes it usable. */
  firstSteps: z.boolean(),
  storage: storageSettings,
});
export type Settings = z.output<typeof settings>;

export const PREFERENCE_METHODS = {
  'settings.get': method(nothing, settings),
  'settings.set': method(settings.partial(), settings),
} as const;
