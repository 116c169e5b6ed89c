import type { ReferralKind } from '@balcao/shared/features/messages/referral.ts';
import { type Icon, IconLink, IconNews, IconSpeakerphone } from '@tabler/icons-react';

export const REFERRAL_ICONS: Record<ReferralKind, Icon> = {
  ad: IconSpeakerphone,
  post: IconNews,
  link: IconLink,
};
