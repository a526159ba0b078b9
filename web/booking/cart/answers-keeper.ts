/** Where the answers wait, encrypted (answers-vault.ts). */
export interface Vault {
  keep(text: string): Promise<void>
  kept(): Promise<string | null>
  forget(): Promise<void>
}

/**
 * Writes the answers of this moment into the vault. One write at a time, each with what is true when it begins: an older
 * text never ends up over a newer one.
 */
export class AnswersKeeper {
  readonly #vault: Vault
  readonly #text: () => string | undefined
  #writing: Promise<unknown> = Promise.resolve()
  #waits = false

  /** `text`: what is to be kept now; undefined for nothing. */
  constructor(vault: Vault, text: () => string | undefined) {
    this.#vault = vault
    this.#text = text
  }

  write(): void {
    if (this.#waits) return
    this.#waits = true
    this.#then(() => {
      this.#waits = false
      const text = this.#text()
      return text === undefined ? this.#vault.forget() : this.#vault.keep(text)
    })
  }

  forget(): void {
    this.#then(this.#vault.forget)
  }

  // A full or forbidden storage costs the copy on this device, nothing else: the server has the answers too.
  #then(work: () => Promise<unknown>): void {
    this.#writing = this.#writing.then(work).catch(() => undefined)
  }
}
