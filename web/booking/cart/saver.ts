interface Options {
  /** Sends the whole current state. Never runs twice at a time. */
  save: () => Promise<void>
  /** Whether trying again later may help. */
  worthRetrying: (error: unknown) => boolean
  pauseMs?: number
}

const RETRIES_MS = [1_000, 3_000, 9_000, 15_000]

/**
 * Brings the newest state to the server: one request at a time, each with all of it, until nothing is unsent. So no
 * change is lost and an older one never arrives after a newer one, however slow the network is.
 */
export class Saver {
  readonly #options: Options
  #version = 0
  #saved = 0
  #failures = 0
  #running: Promise<void> | undefined
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(options: Options) {
    this.#options = options
  }

  /** Something changed: it is sent after a short pause, so that typing does not make a request per letter. */
  changed(): void {
    this.#version++
    // A request under way may be slow, but this change goes along as soon as it ends.
    if (!this.#running) this.#later(this.#options.pauseMs ?? 600)
  }

  /** Sends now what is unsent; rejects when that fails, and goes on trying in the background. */
  async flush(): Promise<void> {
    // An attempt under way may have started without a network: its failure says nothing about this one.
    await this.#running?.catch(() => undefined)
    await this.#run()
  }

  /** Forgets what is unsent. */
  forget(): void {
    clearTimeout(this.#timer)
    this.#saved = this.#version
  }

  #run(): Promise<void> {
    clearTimeout(this.#timer)
    this.#running ??= this.#sendAll().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  async #sendAll(): Promise<void> {
    try {
      while (this.#saved < this.#version) {
        const sending = this.#version
        await this.#options.save()
        this.#saved = Math.max(this.#saved, sending)
        this.#failures = 0
      }
    } catch (error) {
      const wait = RETRIES_MS[Math.min(this.#failures++, RETRIES_MS.length - 1)]
      if (wait && this.#options.worthRetrying(error)) this.#later(wait)
      throw error
    }
  }

  #later(ms: number): void {
    clearTimeout(this.#timer)
    // The failure is known: #sendAll has planned the next attempt, or none may help.
    this.#timer = setTimeout(() => this.#run().catch(() => undefined), ms)
  }
}
