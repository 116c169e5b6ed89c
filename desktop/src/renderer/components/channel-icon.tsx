import {
  IconBrandFacebook,
  IconBrandInstagram,
  IconBrandTelegram,
  IconBrandWhatsapp,
  IconMail,
  IconWorldWww,
} from '@tabler/icons-react';
import { useTexts } from '../kit/use-texts.ts';

const CHANNELS = {
  whatsapp: { icon: IconBrandWhatsapp, color: '#1fa855' },
  facebook: { icon: IconBrandFacebook, color: '#3f7fe0' },
  instagram: { icon: IconBrandInstagram, color: '#d1457d' },
  telegram: { icon: IconBrandTelegram, color: '#2a94cf' },
  mail: { icon: IconMail, color: '#b7791f' },
  web: { icon: IconWorldWww, color: '#7a6ff0' },
} as const;

const isChannel = (name: string): name is keyof typeof CHANNELS => Object.hasOwn(CHANNELS, name);

interface Props {
  channel: string;
  className?: string | undefined;
  /** Words beside it name the channel. */
  isNamed?: boolean;
}

/** The icon of a channel, or of the default one. */
export function ChannelIcon({ channel, className, isNamed = false }: Props) {
  const { t } = useTexts();
  const known = isChannel(channel) ? channel : 'whatsapp';
  const { icon: BrandIcon, color } = CHANNELS[known];
  return (
    <BrandIcon
      size={18}
      stroke={2}
      color={color}
      className={className}
      {...(isNamed ? { 'aria-hidden': true } : { role: 'img', 'aria-label': t(`tickets:channel.${known}`) })}
    />
  );
}
