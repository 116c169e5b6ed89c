import type { ScreenFeature } from '../../../renderer/kit/feature.ts';
import { HeldMessagesBar } from './held-messages-bar.tsx';

export const heldMessages = { Bar: HeldMessagesBar } satisfies ScreenFeature;
