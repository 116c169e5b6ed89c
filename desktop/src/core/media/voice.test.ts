import { AppError } from '@balcao/shared/errors.ts';
import { readPages, secondsOfOpus } from '@balcao/shared/features/media/ogg-opus.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sniffMime } from './mime.ts';
import { writeOggOpus } from './ogg-writer.ts';
import { readWebmOpus, samplesOf } from './opus-packets.ts';
import { OPUS_HEAD as HEAD, packet, webm } from './testing/webm.ts';

describe('a recording of the browser', () => {
  it('becomes an Ogg file that says what it is and how long it is', async () => {
    const packets = Array.from({ length: 173 }, (_, n) => packet(40 + n));
    const ogg = writeOggOpus(readWebmOpus(webm(packets)));
    expect(await sniffMime(ogg)).toBe('audio/ogg; codecs=opus');
    expect(secondsOfOpus(ogg)).toBe(3);
  });

  it('keeps every packet in pages whose checksums, numbers and positions are right', () => {
    const lengths = fc.array(fc.integer({ min: 1, max: 1_600 }), { minLength: 1, maxLength: 300 });
    fc.assert(
      fc.property(lengths, (sizes) => {
        const packets = sizes.map((size) => packet(size));
        const pages = readPages(writeOggOpus({ head: HEAD, packets }));
        if (!pages) throw new Error('no pages');
        const sound = pages.slice(2);
        expect(pages.every(({ intact }) => intact)).toBe(true);
        expect(pages.map(({ sequence }) => sequence)).toEqual(pages.map((_, index) => index));
        expect(new Set(pages.map(({ serial }) => serial)).size).toBe(1);
        expect(pages.map(({ flags }) => flags)).toEqual(
          pages.map((_, index) => (index === 0 ? 2 : index === pages.length - 1 ? 4 : 0)),
        );
        expect(sound.flatMap((page) => page.packets.map((one) => Buffer.from(one)))).toEqual(packets);
        let samples = 0;
        for (const page of sound) {
          samples += page.packets.length * 960;
          expect(page.granule).toBe(samples);
        }
      }),
      { numRuns: 50 },
    );
  });

  it('counts the time of packets of every kind', () => {
    const toc = (config: number, code: number) => (config << 3) | code;
    const cases: [number[], number][] = [
      [[toc(0, 0)], 480],
      [[toc(3, 0)], 2880],
      [[toc(13, 0)], 960],
      [[toc(16, 0)], 120],
      [[toc(31, 1)], 1920],
      [[toc(31, 2)], 1920],
      [[toc(31, 3), 0x03], 2880],
    ];
    expect(cases.map(([bytes]) => samplesOf(Uint8Array.from(bytes)))).toEqual(
      cases.map(([, samples]) => samples),
    );
    expect(secondsOfOpus(writeOggOpus({ head: HEAD, packets: [packet(9)] }))).toBe(1);
  });

  it('is refused when it is something else, whatever that is', () => {
    const refused = (bytes: Uint8Array) => {
      try {
        readWebmOpus(bytes);
        return null;
      } catch (error) {
        return error instanceof AppError ? error.code : error;
      }
    };
    expect(refused(webm([]))).toBe('ERR_VALIDATION');
    expect(refused(webm([packet(5)], Buffer.from('VorbisHead')))).toBe('ERR_VALIDATION');
    expect(refused(webm([packet(5)]).subarray(0, -2))).toBe('ERR_VALIDATION');
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => refused(bytes) === 'ERR_VALIDATION'));
  });
});

it('no bytes of a stranger make the reader fail', () => {
  const ogg = writeOggOpus({ head: HEAD, packets: [packet(90), packet(300)] });
  fc.assert(
    fc.property(fc.nat(ogg.length - 1), fc.nat(255), (at, value) => {
      const broken = Uint8Array.from(ogg);
      broken[at] = value;
      secondsOfOpus(broken);
      secondsOfOpus(broken.subarray(0, at));
    }),
  );
  expect(secondsOfOpus(Buffer.from('RIFF'))).toBeNull();
});
