/** A picture without what it says of its maker: place, time, camera, comments, and whatever came after its end. */
export interface CleanImage {
  /** To be written one after the other. */
  parts: Uint8Array[];
  /** In pixels, as it is shown. */
  width: number;
  height: number;
}
