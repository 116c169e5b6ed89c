export const OPUS_HEAD = Buffer.from([
  ...Buffer.from('OpusHead'),
  1,
  1,
  0x38,
  0x01,
  0x80,
  0xbb,
  0,
  0,
  0,
  0,
  0,
]);
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

/** A recording as a browser's recorder writes it. */
export function webm(packets: readonly Uint8Array[], head: Uint8Array = OPUS_HEAD): Buffer {
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

export const packet = (length: number, toc = TWENTY_MS) => Buffer.alloc(length, 7).fill(toc, 0, 1);
