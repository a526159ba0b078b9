import { CallFailed, isUnreachable } from '@cuida/ui/client/call-failed.ts'
import type { WaitingFile, WaitingFiles } from './waiting-files.ts'

/** One upload, as it is shown. */
export interface Upload {
  key: string
  consultationId: string
  name: string
  thumbnail: string | undefined
  /** `waiting`: for its turn, or for the network. */
  state: 'waiting' | 'sending' | 'refused'
  /** From 0 to 1. */
  progress: number
  code: string | undefined
  /** The last attempt timed out on a slow connection. */
  isSlow: boolean
}

/** Files not sent by the end of a consultation are refused for good, without a retry button. */
export const refuseAfterEnd = (upload: Upload): Upload => ({ ...upload, state: 'refused', code: 'CONSULTATION_OVER' })

export interface QueueSettings {
  files: WaitingFiles
  send(file: WaitingFile, signal: AbortSignal, onProgress: (done: number) => void): Promise<void>
  /** Lets one tab send at a time; the others wait. */
  alone<T>(work: () => Promise<T>): Promise<T>
  /**
   * A file arrived: refetches the consultation and waits, so that the file appears there before it leaves the queue.
   */
  onSent(): Promise<unknown>
  /** Notifies the other tabs that the list changed. */
  onChange(): void
  sleep(ms: number): Promise<void>
}

const FIRST_PAUSE_MS = 2_000
const MAX_PAUSE_MS = 60_000
/** An ended session, a slow connection, a rate limit: a later attempt may succeed. */
const NOT_YET = [401, 408, 429]

/**
 * Sends chosen files exactly once across reloads and network or server failures: a file leaves the list when the
 * server confirms it, and every attempt carries the same idempotency key.
 */
export class UploadQueue {
  readonly #settings: QueueSettings
  #owner: string | undefined
  #files: WaitingFile[] = []
  #sending: { key: string; progress: number; abort: AbortController } | undefined
  #shown: readonly Upload[] = []
  #running = false
  #failures = 0
  #slow: string | undefined
  #wake: (() => void) | undefined
  #listeners = new Set<() => void>()
  #turn: Promise<void> = Promise.resolve()
  #unwritten = new Set<string>()
  #dropped = new Set<string>()

  constructor(settings: QueueSettings) {
    this.#settings = settings
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  state = (): readonly Upload[] => this.#shown

  /** Loads this person's unsent files and sends them. */
  async open(owner: string): Promise<void> {
    this.#owner = owner
    await this.reload()
    this.#run()
  }

  /** After a sign-out or a change of account: nothing of the previous owner is shown or sent. */
  close(): void {
    this.#owner = undefined
    this.#files = []
    this.#sending?.abort.abort()
    this.#show()
  }

  /** Another tab changed the list. */
  async reload(): Promise<void> {
    const owner = this.#owner
    if (owner === undefined) return
    await this.#inTurn(async () => {
      const rows = await this.#settings.files.all(owner).catch(() => [])
      if (this.#owner !== owner) return
      // Files not stored yet, or that cannot be stored, keep this page's state.
      const unwritten = this.#files.filter(({ key }) => this.#unwritten.has(key))
      const isOther = ({ key }: WaitingFile) => !this.#unwritten.has(key) && !this.#dropped.has(key)
      this.#files = [...rows.filter(isOther), ...unwritten].sort((one, two) => one.addedAt - two.addedAt)
    })
    this.#show()
  }

  async add(file: Omit<WaitingFile, 'owner'>): Promise<void> {
    if (this.#owner === undefined) throw new Error('the upload queue has no owner: call open first')
    const ownFile = { ...file, owner: this.#owner }
    this.#files = [...this.#files, ownFile]
    this.#show()
    await this.#write(ownFile)
    this.#settings.onChange()
    this.#run()
  }

  /** The file was withdrawn before it arrived, or its refusal was dismissed. */
  async drop(key: string): Promise<void> {
    this.#files = this.#files.filter((file) => file.key !== key)
    this.#unwritten.delete(key)
    this.#dropped.add(key)
    if (this.#sending?.key === key) this.#sending.abort.abort()
    this.#show()
    await this.#inTurn(() => this.#settings.files.remove(key).catch(() => {}))
    this.#settings.onChange()
  }

  /** The network is back, or the patient retries. */
  retry = (): void => {
    this.#failures = 0
    this.#wake?.()
    this.#run()
  }

  async #write(file: WaitingFile): Promise<void> {
    this.#unwritten.add(file.key)
    await this.#inTurn(async () => {
      if (this.#dropped.has(file.key)) return
      // Full or forbidden storage loses only the copy on this device: the file lives as long as the page.
      const isWritten = await this.#settings.files.put(file).then(
        () => true,
        () => false,
      )
      if (isWritten) this.#unwritten.delete(file.key)
    })
  }

  /** Serialises reads and writes: a reload must not lose a file that is being written. */
  async #inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#turn.then(work)
    this.#turn = turn
    await turn
  }

  #run(): void {
    if (this.#running) return
    this.#running = true
    void this.#sendAll().finally(() => {
      this.#running = false
      if (this.#next()) this.#run()
    })
  }

  #next = (): WaitingFile | undefined => this.#files.find(({ code }) => code === undefined)

  async #sendAll(): Promise<void> {
    while (this.#next()) {
      await this.#settings.alone(() => this.#sendNext())
      if (this.#failures > 0 && this.#next()) await this.#pause()
    }
  }

  async #sendNext(): Promise<void> {
    // Another tab may have sent it while this one waited.
    await this.reload()
    const file = this.#next()
    if (!file) return
    const abort = new AbortController()
    this.#sending = { key: file.key, progress: 0, abort }
    this.#show()
    try {
      await this.#settings.send(file, abort.signal, (progress) => this.#tellProgress(file.key, progress))
      this.#failures = 0
      await this.#settings.onSent().catch(() => {})
      await this.drop(file.key)
    } catch (error) {
      if (!abort.signal.aborted) await this.#failed(file, error)
    } finally {
      this.#sending = undefined
      this.#show()
    }
  }

  /** A refusal is final. After no reply, a busy server or a temporary error the file waits. */
  async #failed(file: WaitingFile, error: unknown): Promise<void> {
    this.#slow = error instanceof CallFailed && error.code === 'TOO_SLOW' ? file.key : undefined
    const isFinal = error instanceof CallFailed && !isUnreachable(error) && !NOT_YET.includes(error.status)
    if (!isFinal) {
      this.#failures++
      return
    }
    const refused = { ...file, code: error.code }
    this.#files = this.#files.map((one) => (one.key === file.key ? refused : one))
    await this.#write(refused)
    this.#settings.onChange()
  }

  async #pause(): Promise<void> {
    const ms = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (this.#failures - 1))
    const woken = new Promise<void>((resolve) => {
      this.#wake = resolve
    })
    await Promise.race([this.#settings.sleep(ms), woken])
    this.#wake = undefined
  }

  #tellProgress(key: string, progress: number): void {
    if (this.#sending?.key !== key) return
    this.#sending.progress = progress
    this.#show()
  }

  #show(): void {
    const sending = this.#sending
    this.#shown = this.#files.map(({ key, consultationId, name, thumbnail, code }) => ({
      key,
      consultationId,
      name,
      thumbnail,
      code,
      state: code ? 'refused' : sending?.key === key ? 'sending' : 'waiting',
      progress: sending?.key === key ? sending.progress : 0,
      isSlow: key === this.#slow,
    }))
    for (const listener of this.#listeners) listener()
  }
}
