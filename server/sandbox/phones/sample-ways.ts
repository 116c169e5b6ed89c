/** What phones say of the way that led somebody to a shop, as WhatsApp's programs write it beside the first words. */
import { AD_PICTURE } from './ad-picture.ts';

const fromAd = (text: string) => ({
  extendedTextMessage: {
    text,
    contextInfo: {
      conversionSource: 'FB_Ads',
      entryPointConversionSource: 'ctwa_ad',
      entryPointConversionApp: 'instagram',
      entryPointConversionDelaySeconds: 7,
      externalAdReply: {
        title: 'Bolo de festa',
        body: 'Encomende com dois dias de antecedência e retire na loja.',
        mediaType: 1,
        thumbnail: AD_PICTURE,
        sourceType: 'ad',
        sourceId: '120226305854810726',
        sourceUrl: 'https://www.instagram.com/p/exemplo/',
        sourceApp: 'instagram',
        ctwaClid: 'ARAkLkA8rmlFeiCktEJQ',
        showAdAttribution: true,
      },
    },
  },
});

const by = (text: string, entryPoint: string, more: object = {}) => ({
  extendedTextMessage: {
    text,
    contextInfo: {
      entryPointConversionSource: entryPoint,
      entryPointConversionApp: 'whatsapp',
      entryPointConversionDelaySeconds: 9,
      ...more,
    },
  },
});

export const SAMPLE_WAYS = {
  // Somebody who tapped an advertisement sends what it offers to say, or nothing.
  ad: () => fromAd('Olá! Quero encomendar o bolo de festa.'),
  adClick: () => fromAd(''),
  post: () => ({
    extendedTextMessage: {
      text: 'Vi a foto do bolo de fubá',
      contextInfo: {
        conversionSource: 'FB_Post',
        externalAdReply: {
          title: 'Bolo de fubá',
          sourceType: 'post',
          sourceId: '17900000000000001',
          sourceUrl: 'https://www.facebook.com/padaria/posts/1',
        },
      },
    },
  }),
  link: () => by('Vim pelo site', 'click_to_chat_link', { utm: { utmSource: 'site', utmCampaign: 'natal' } }),
  qrCode: () => by('Li o código do balcão', 'qr_code'),
  profile: () => by('Vi o perfil de vocês', 'biz_profile'),
  catalogue: () => by('Vi o catálogo', 'catalog_link'),
  numberInText: () => by('Peguei o número em uma conversa', 'phone_number_hyperlink'),
  search: () => by('Achei vocês pela busca', 'global_search_new_chat'),
  status: () => by('Vi no status', 'status'),
  group: () => by('Vi vocês no grupo do bairro', 'group_participant_list'),
  otherWay: () => by('Cheguei', 'new_way_of_tomorrow'),
};
