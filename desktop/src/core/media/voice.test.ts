import { readPages, secondsOfOpus } from '@balcao/shared/domain/ogg-opus.ts';
import { AppError } from '@balcao/shared/errors.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sniffMime } from './mime.ts';
import { writeOggOpus } from './ogg-writer.ts';
import { readWebmOpus, samplesOf } from './opus-packets.ts';

const HEAD = Buffer.from([...Buffer.from('OpusHead'), 1, 1, 0x38, 0x01, 0x80, 0xbb, 0, 0, 0, 0, 0]);
/** 20 ms of CELT in one frame, mono. */
const TWENTY_MS = (31 << 3) | 0;

/** An element whose length takes four bytes; null: unknown, as browsers write it while they record. */
function element(id: number[], content: Uint8Array | null): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(0x1000_0000 + (content?.length ?? 0));
  const unknown = Buffer.from([0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]);
  return Buffer.concat([Buffer.from(id), content ? size : unknown, content ?? Buffer.alloc(0)]);
}

const SIMPLE_BLOCK = [0xa3];
const CLUSTER = [0x1f, 0x43, 0xb6, 0x75];

function webm(packets: readonly Uint8Array[], head: Uint8Array = HEAD): Buffer {
  const track = Buffer.concat([element([0xd7], Buffer.from([1])), element([0x63, 0xa2], head)]);
  return Buffer.concat([
    element([0x1a, 0x45, 0xdf, 0xa3], Buffer.from('webm')),
    element([0x18, 0x53, 0x80, 0x67], null),
    element([0x16, 0x54, 0xae, 0x6b], element([0xae], track)),
    ...packets.flatMap((packet, index) => [
      ...(index % 40 === 0 ? [element(CLUSTER, null), element([0xe7], Buffer.from([0]))] : []),
      element(SIMPLE_BLOCK, Buffer.concat([Buffer.from([0x81, 0, 0, 0x80]), packet])),
    ]),
  ]);
}

const packet = (length: number, toc = TWENTY_MS) => Buffer.alloc(length, 7).fill(toc, 0, 1);

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
