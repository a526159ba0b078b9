import { CallFailed, isUnreachable } from '@cuida/ui/client/call-failed.ts'
import type { WaitingFile, WaitingFiles } from './waiting-files.ts'

/** One file on its way, as it is shown. */
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
  /** The line was too slow for it the last time. */
  isSlow: boolean
}

/** What was not sent by the end of a consultation never is: no press would help any more, so none is offered. */
export const asItEnded = (upload: Upload): Upload => ({ ...upload, state: 'refused', code: 'CONSULTATION_OVER' })

export interface QueueSettings {
  files: WaitingFiles
  send(file: WaitingFile, signal: AbortSignal, onProgress: (done: number) => void): Promise<void>
  /** One tab at a time sends; the others wait for it. */
  alone<T>(work: () => Promise<T>): Promise<T>
  /** A file arrived: whoever shows the consultation asks again, and has it before it leaves this list. */
  onSent(): Promise<unknown>
  /** Tells the other tabs that the list changed. */
  tell(): void
  sleep(ms: number): Promise<void>
}

const FIRST_PAUSE_MS = 2_000
const LONGEST_PAUSE_MS = 60_000
/** A session that ended, a line that was too slow, a rate limit that is spent: another time it may go. */
const NOT_YET = [401, 408, 429]

/**
 * What a person chose to send, sent once each, however often the network, the page or the server goes away: a file
 * leaves the list when the server has said that it has it, and each sending of it carries the same key.
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

  /** Takes up what this person left, and sends it. */
  async open(owner: string): Promise<void> {
    this.#owner = owner
    await this.reload()
    this.#run()
  }

  /** They went away, or somebody else came: nothing of theirs is shown or sent. */
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
      // What is not written down yet, or cannot be, is as this page knows it.
      const unwritten = this.#files.filter(({ key }) => this.#unwritten.has(key))
      const isOther = ({ key }: WaitingFile) => !this.#unwritten.has(key) && !this.#dropped.has(key)
      this.#files = [...rows.filter(isOther), ...unwritten].sort((one, two) => one.addedAt - two.addedAt)
    })
    this.#show()
  }

  async add(file: Omit<WaitingFile, 'owner'>): Promise<void> {
    if (this.#owner === undefined) throw new Error('nobody has opened the line')
    const mine = { ...file, owner: this.#owner }
    this.#files = [...this.#files, mine]
    this.#show()
    await this.#write(mine)
    this.#settings.tell()
    this.#run()
  }

  /** Taken back before it arrived, or a refusal that was read. */
  async drop(key: string): Promise<void> {
    this.#files = this.#files.filter((file) => file.key !== key)
    this.#unwritten.delete(key)
    this.#dropped.add(key)
    if (this.#sending?.key === key) this.#sending.abort.abort()
    this.#show()
    await this.#inTurn(() => this.#settings.files.remove(key).catch(() => {}))
    this.#settings.tell()
  }

  /** The network is back, or somebody does not want to wait. */
  retry = (): void => {
    this.#failures = 0
    this.#wake?.()
    this.#run()
  }

  async #write(file: WaitingFile): Promise<void> {
    this.#unwritten.add(file.key)
    await this.#inTurn(async () => {
      if (this.#dropped.has(file.key)) return
      // A full or forbidden storage costs the copy on this device: the file lives as long as the page does.
      const isWritten = await this.#settings.files.put(file).then(
        () => true,
        () => false,
      )
      if (isWritten) this.#unwritten.delete(file.key)
    })
  }

  /** Reading and writing one after the other: a list that is read does not lose what is being written. */
  async #inTurn(work: () => Promise<void>): Promise<void> {
    const mine = this.#turn.then(work)
    this.#turn = mine
    await mine
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
    // While this tab waited, another may have sent it.
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

  /** A refusal is final. Silence, a busy server and what may be otherwise later are not: the file waits. */
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
    this.#settings.tell()
  }

  async #pause(): Promise<void> {
    const ms = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (this.#failures - 1))
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
