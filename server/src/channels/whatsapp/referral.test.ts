import { proto, type WAMessage } from '@whiskeysockets/baileys';
import { describe, expect, it } from 'vitest';
import { AD_PICTURE } from '../../../sandbox/phones/ad-picture.ts';
import { referralOf } from './referral.ts';

const AD = {
  title: 'Bolo de festa',
  body: 'Encomende',
  sourceType: 'ad',
  sourceId: '1202',
  ctwaClid: 'clid1',
};

/** As it comes: through the library's own encoding. */
function message(contextInfo: proto.IContextInfo, key: object = {}): WAMessage {
  const said = { extendedTextMessage: { text: 'Olá!', contextInfo } };
  const { message: decoded } = proto.WebMessageInfo.decode(
    proto.WebMessageInfo.encode({ key: { id: 'A' }, message: said }).finish(),
  );
  return {
    key: { id: 'A', remoteJid: '5511977776666@s.whatsapp.net', fromMe: false, ...key },
    message: decoded ?? null,
  };
}

const NOTHING = {
  title: '',
  text: '',
  url: null,
  picture: null,
  sourceId: '',
  clickId: '',
  app: '',
  entryPoint: '',
};

describe('what a linked phone tells of the way to us', () => {
  it('is an advertisement with its words, its picture and the click', () => {
    const sourceUrl = 'https://fb.me/x';
    const externalAdReply = { ...AD, sourceUrl, sourceApp: 'Instagram', thumbnail: AD_PICTURE };
    const told = referralOf(message({ externalAdReply, entryPointConversionSource: 'ctwa_ad' }));
    expect(told).toEqual({
      kind: 'ad',
      title: 'Bolo de festa',
      text: 'Encomende',
      url: sourceUrl,
      picture: AD_PICTURE.toString('base64'),
      sourceId: '1202',
      clickId: 'clid1',
      app: 'instagram',
      entryPoint: 'ctwa_ad',
    });
  });

  it.each<[string, proto.IContextInfo, object]>([
    [
      'an advertisement of which only Meta knows more',
      { entryPointConversionSource: 'ctwa_ad' },
      { kind: 'ad', entryPoint: 'ctwa_ad' },
    ],
    [
      'an advertisement without its kind',
      {
        conversionSource: 'FB_Ads',
        externalAdReply: { title: 'Bolo', sourceUrl: 'https://www.facebook.com/1/posts/2' },
      },
      { kind: 'ad', title: 'Bolo', url: 'https://www.facebook.com/1/posts/2', app: 'facebook' },
    ],
    [
      'a post',
      { externalAdReply: { ...AD, sourceType: 'post', ctwaClid: null } },
      { kind: 'post', title: 'Bolo de festa', text: 'Encomende', sourceId: '1202' },
    ],
    [
      'a link of a campaign',
      { entryPointConversionSource: 'click_to_chat_link', utm: { utmSource: 'site', utmCampaign: 'natal' } },
      { kind: 'link', sourceId: 'natal', app: 'site', entryPoint: 'click_to_chat_link' },
    ],
  ])('is %s', (_what, context, told) => {
    expect(referralOf(message(context))).toEqual({ ...NOTHING, ...told });
  });

  const marked = { externalAdReply: AD, entryPointConversionSource: 'ctwa_ad' };
  it.each<[string, WAMessage]>([
    [
      'the preview of a link, as bots make it',
      message({
        externalAdReply: {
          title: 'Loja',
          sourceUrl: 'https://example.com',
          showAdAttribution: true,
          sourceType: ' x ',
          sourceId: 'x',
          ctwaClid: 'x',
        },
      }),
    ],
    ['what was handed on', message({ ...marked, isForwarded: true })],
    [
      'an answer to a status, with the advertisement of another day',
      message({ ...marked, remoteJid: 'status@broadcast' }),
    ],
    ['what we say', message(marked, { fromMe: true })],
    ['what is said in a group', message(marked, { remoteJid: '1203@g.us' })],
  ])('is nothing for %s', (_what, said) => {
    expect(referralOf(said)).toBeNull();
  });

  it.each<[entryPoint: string, told: object | null]>([
    ['ctwa', { kind: 'ad' }],
    ['click_to_chat_link', { kind: 'link' }],
    ['message_short_link', { kind: 'link' }],
    ['qr_code', { kind: 'qrCode' }],
    ['custom_qr_code_link', { kind: 'qrCode' }],
    ['biz_profile', { kind: 'profile' }],
    ['catalog_link', { kind: 'catalogue' }],
    ['product_link', { kind: 'catalogue' }],
    ['phone_number_hyperlink', { kind: 'number' }],
    ['global_search_new_chat', { kind: 'search' }],
    ['status', { kind: 'status' }],
    ['group_participant_list', { kind: 'group' }],
    ['new_way_of_tomorrow', { kind: 'other', sourceId: 'new_way_of_tomorrow' }],
    ['constructor', { kind: 'other', sourceId: 'constructor' }],
    ['contact_card', null],
    ['contact_search', null],
    ['broadcast_list_context_menu', null],
    ['unknown', null],
    [' ', null],
    ['', null],
  ])('reads the way %j', (entryPoint, told) => {
    const context = { entryPointConversionSource: entryPoint, entryPointConversionApp: 'whatsapp' };
    const expected = told && { ...NOTHING, app: 'whatsapp', entryPoint, ...told };
    expect(referralOf(message(context))).toEqual(expected);
  });

  it('is the way of an hour, which phones tell for days', () => {
    const after = (delay: number) =>
      referralOf(message({ entryPointConversionSource: 'status', entryPointConversionDelaySeconds: delay }))
        ?.kind;
    expect([after(3_600), after(3_601)]).toEqual(['status', undefined]);
  });

  it('is the status that somebody answers, and an advertisement of which only the seal is left', () => {
    const context = { remoteJid: 'status@broadcast', entryPointConversionSource: 'status' };
    expect(referralOf(message({ ...context, externalAdReply: AD }))).toEqual({
      ...NOTHING,
      kind: 'status',
      entryPoint: 'status',
    });
    expect(referralOf(message({ ctwaPayload: Buffer.from('sealed') }))?.kind).toBe('ad');
  });

  it('is bounded, and leads to no page that runs here', () => {
    const long = 'a'.repeat(100_000);
    const told = referralOf(
      message({
        externalAdReply: {
          title: long,
          body: `${'a'.repeat(1_999)}😀`,
          sourceUrl: 'javascript:alert(1)',
          thumbnail: Buffer.concat([AD_PICTURE, Buffer.alloc(100_000)]),
          sourceType: 'ad',
          sourceId: long,
          ctwaClid: long,
          sourceApp: long,
        },
        entryPointConversionSource: 'ctwa_ad',
      }),
    );
    expect(told).toMatchObject({ title: 'a'.repeat(300), text: 'a'.repeat(1_999), url: null, picture: null });
    // An id that is cut would be another's.
    expect(told).toMatchObject({ sourceId: '', clickId: '', app: 'a'.repeat(40) });
    const noPicture = { ...AD, thumbnail: Buffer.from('<svg onload="alert(1)"/>') };
    expect(referralOf(message({ externalAdReply: noPicture }))?.picture).toBeNull();
  });
});
