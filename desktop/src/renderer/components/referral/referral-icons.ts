import type { ReferralKind } from '@balcao/shared/features/messages/referral.ts';
import {
  type Icon,
  IconBuildingStore,
  IconCircleDashed,
  IconDoorEnter,
  IconLink,
  IconNews,
  IconPhone,
  IconQrcode,
  IconSearch,
  IconShoppingBag,
  IconSpeakerphone,
  IconUsersGroup,
} from '@tabler/icons-react';

export const REFERRAL_ICONS: Record<ReferralKind, Icon> = {
  ad: IconSpeakerphone,
  post: IconNews,
  link: IconLink,
  qrCode: IconQrcode,
  profile: IconBuildingStore,
  catalogue: IconShoppingBag,
  number: IconPhone,
  search: IconSearch,
  status: IconCircleDashed,
  group: IconUsersGroup,
  other: IconDoorEnter,
};
