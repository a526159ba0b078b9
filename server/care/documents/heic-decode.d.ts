declare module 'heic-decode' {
  interface HeicImage {
    width: number
    height: number
    /** RGBA, a byte each. */
    decode(): Promise<{ width: number; height: number; data: Uint8ClampedArray }>
  }
  /** Unpacks nothing until `decode` is asked for; `dispose` when done. */
  export function all(options: { buffer: Uint8Array }): Promise<HeicImage[] & { dispose(): void }>
}
