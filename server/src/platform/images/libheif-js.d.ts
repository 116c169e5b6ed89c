declare module 'libheif-js/wasm-bundle.js' {
  interface HeifImage {
    get_width(): number;
    get_height(): number;
    is_primary(): boolean;
    /** Fills `data`, four bytes for each pixel; the answer is null when the pixels cannot be decoded. */
    display(
      into: { data: Uint8ClampedArray; width: number; height: number },
      done: (filled: object | null) => void,
    ): void;
    free(): void;
  }
  const libheif: {
    HeifDecoder: new () => {
      /** Reads the heads of all pictures; none when the file is damaged. */
      decode(file: Uint8Array): HeifImage[];
    };
  };

  export = libheif;
}
