declare module 'linebreak' {
  /** Break opportunities of a text by UAX 14, from first to last. */
  class LineBreaker {
    constructor(text: string)
    nextBreak(): { position: number; required: boolean } | null
  }
  export = LineBreaker
}
