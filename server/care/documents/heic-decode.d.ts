declare module 'heic-decode' {
  interface HeicImage {
    width: number
    height: number
    /** RGBA, one byte per channel. */
    decode(): Promise<{ width: number; height: number; data: Uint8ClampedArray }>
  }
  /** Unpacks nothing before `decode`; call `dispose` afterwards. */
  export function all(options: { buffer: Uint8Array }): Promise<HeicImage[] & { dispose(): void }>
}
