#!/usr/bin/env bash
# sharp 0.35.5, as npm installs it, tells size and kind of a HEIC picture, and cannot decode one.
#
# One would guess: a picture whose `metadata()` is read without an error can be made smaller; `sharp.format.heif` says that
# its input is supported. What happens: the decoder that the prebuilt libvips carries is for AV1 alone (AVIF); of HEIC it
# reads the container, and the first use of a pixel throws. A check by `metadata()` lets every iPhone's picture through.
# Who meets it: whoever makes previews of what iPhones send, with the prebuilt sharp.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund sharp@0.35.5

# 64 × 48 pixels, red on the left and blue on the right.
base64 --decode > picture.heic << 'PICTURE'
AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAw9tZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAAAAAAAB
AAAAVGlsb2MAAAAAREAAAgABAAAAAAMzAAMAAAAAAAAAtAAAALQAAAAhAAAA1QAAABcAAgAAAAAEHwADAAAAAAAAALQAAAC0AAAAEQAAAMUAAAAOAAAA
OGlpbmYAAAAAAAIAAAAVaW5mZQIAAAAAAQAAaHZjMQAAAAAVaW5mZQIAAAAAAgAAaHZjMQAAAAIuaXBycAAAAglpcGNvAAAA2Gh2Y0MBAWAAAAAAAAAA
AAC68AD8/fj4AAALBiAAAQAaQAEMAv//AWAAAAMAgAAAAwAAAwC6AAAsCQAhAAEALEIBAgFgAAADAIAAAAMAAAMAugAAoCCDFy5JMqm4CGgwIAAAAwAg
AAADAyEAIgABAAhEAcFxgpkgACAAAQAaQAEMAv//AWAAAAMAgAAAAwAAAwC6AAAsCQAhAAEALEIBAgFgAAADAIAAAAMAAAMAugAAoCCDFy5JMqm4CGgw
IAAAAwAgAAADAyEAIgABAAdEAcFxgpkgAAAAFGlzcGUAAAAAAAAAQAAAADAAAAAQcGl4aQAAAAADCAgIAAAA0Gh2Y0MBAWAAAAAAAAAAAAC68AD8/Pj4
AAALBiAAAQAaQAEMAv//AWAAAAMAgAAAAwAAAwC6AAAsCQAhAAEAKEIBAgFgAAADAIAAAAMAAAMAugAAwIIMXLkkyqbAgAAAAwCAAAAMhAAiAAEACEQB
wXGCmSAAIAABABpAAQwC//8BYAAAAwCAAAADAAADALoAACwJACEAAQAoQgECAWAAAAMAgAAAAwAAAwC6AADAggxcuSTKpsCAAAADAIAAAAyEACIAAQAH
RAHBcYKZIAAAAA5waXhpAAAAAAEIAAAAJ2F1eEMAAAAAdXJuOm1wZWc6aGV2YzoyMDE1OmF1eGlkOjEAAAAAHWlwbWEAAAAAAAAAAgABA4ECAwACBIQC
BYYAAAAaaXJlZgAAAAAAAAAOYXV4bAACAAEAAQAAAcdtZGF0AAAAsE4BBasy/kZsmEFCaa41apFUnvPxS3ZhemFhciBIRVZDIEVuY29kZXIgdi4gMi4z
LjEtZWEwOWFmNSAtIENvcHlsZWZ0IDIwMTItMjAxNSAtIGh0dHA6Ly91bHRyYXZpZGVvLmNzLnR1dC5maS8gLSBvcHRpb25zOiA2NHg0OCBkZWJsb2Nr
PTE6MDowIHNhbz0zIGludHJhX3BlcmlvZD02NCBxcD0yNiByZWY9MQCAAAAAHSYBr3j3jv/vp//dcUurz7f6oiXsFy/rNR+HS9fAAAAAE1ABhA0CAAR6
AAADAbaAAAGuwIAAAACwTgEFqzL+RmyYQUJprjVqkVSe8/FLdmF6YWFyIEhFVkMgRW5jb2RlciB2LiAyLjMuMS1lYTA5YWY1IC0gQ29weWxlZnQgMjAx
Mi0yMDE1IC0gaHR0cDovL3VsdHJhdmlkZW8uY3MudHV0LmZpLyAtIG9wdGlvbnM6IDY0eDQ4IGRlYmxvY2s9MTowOjAgc2FvPTMgaW50cmFfcGVyaW9k
PTY0IHFwPTI2IHJlZj0xAIAAAAANJgGu8PGcL53aWXkVgAAAAApQAYQFAgAKegCA
PICTURE

cat > read.cjs << 'PROGRAM'
const sharp = require('sharp');
(async () => {
  const { heif } = sharp.format;
  console.log('input from a file:', heif.input.file);
  const { format, compression, width, height } = await sharp('picture.heic').metadata();
  console.log('metadata:', format, compression, width, height);
  await sharp('picture.heic').resize(32).png().toBuffer().then(
    () => console.log('pixels: read'),
    () => console.log('pixels: an error'),
  );
})();
PROGRAM

node read.cjs | tee seen
diff seen - << 'EXPECTED'
input from a file: true
metadata: heif hevc 64 48
pixels: an error
EXPECTED
