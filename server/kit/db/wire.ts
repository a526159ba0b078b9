import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { WireBook } from './wire-book.ts'
import { connectionFailure, errorOf, ready, rowsEnd } from './wire-messages.ts'

/** Runs what makes the driver take the connection for ready; `given` is heard from then on (see wiring.ts). */
export type Welcome = (wire: Wire, tell: () => void) => void

/**
 * A connection as the driver sees it. postgres.js 3.4.9 does not survive the end of one that is in use: it writes to a
 * socket that is no more, which ends the process; runs what is left of a transaction on the connection that follows; keeps
 * half a message, a row count, an error for whoever asks next (its issues 1192, 1208, 1216, 1223). So it never sees such an
 * end. When the server is gone, this answers what is owed with the server's last words, then all that is still asked, a
 * transaction down to its rollback, and closes when nothing is under way: the one end that the driver takes well.
 */
export class Wire extends EventEmitter {
  readonly host: string
  readonly port: number
  /** The driver has a statement for this connection that it has not sent. */
  given = false
  readonly #line: Socket
  readonly #welcome: Welcome
  readonly #book = new WireBook()
  #rest: Buffer[] = []
  #lastWords = connectionFailure
  #lost = false
  #leaving = false
  #closed = false

  constructor(line: Socket, { host, port }: { host: string; port: number }, welcome: Welcome) {
    super()
    this.host = host
    this.port = port
    this.#line = line
    this.#welcome = welcome
    line.on('data', (bytes) => this.#hear(bytes))
    line.on('drain', () => this.emit('drain'))
    line.on('error', (error) => this.#lose(error))
    line.on('end', () => this.#lose())
    line.on('close', () => this.#lose())
  }

  get readyState(): 'open' | 'closed' {
    return this.#closed ? 'closed' : 'open'
  }

  setKeepAlive(on: boolean, ms: number): void {
    this.#line.setKeepAlive(on, ms)
  }

  write(bytes: Buffer, done?: () => void): boolean {
    this.given = false
    this.#book.asks(bytes)
    if (!this.#lost) return this.#line.write(bytes, done)
    // Not now: the driver notes only afterwards that this was sent.
    if (this.#book.open) process.nextTick(() => this.#answer())
    return true
  }

  /** The driver's goodbye. */
  end(bytes: Buffer): void {
    this.#leaving = true
    if (this.#lost) setImmediate(() => this.#close(false))
    else this.#line.end(bytes)
  }

  destroy(): void {
    this.#line.destroy()
  }

  #hear(bytes: Buffer): void {
    if (this.#lost) return
    this.#rest.push(bytes)
    const all = this.#rest.length > 1 ? Buffer.concat(this.#rest) : bytes
    const wasOpen = this.#book.open
    const { whole, last } = this.#book.hears(all)
    const said = last ?? whole
    // Whole messages only: nothing that breaks off is left with the driver.
    this.#rest = said < all.length ? [all.subarray(said)] : []
    const tell = () => this.#tell(all.subarray(0, said))
    if (said > 0) wasOpen || !this.#book.open ? tell() : this.#welcome(this, tell)
    if (last === undefined) return
    this.#lastWords = Buffer.from(all.subarray(last, last + 1 + all.readUInt32BE(last + 1)))
    this.#lose()
  }

  #lose(error?: Error): void {
    if (this.#lost) return
    this.#lost = true
    this.#rest = []
    this.#line.destroy()
    if (this.#leaving) this.#close(false)
    else if (this.#book.open) this.#answer()
    else this.#fail(error)
  }

  /** Nobody has asked anything yet. Later than what the driver is about to send, which it would keep for the next one. */
  #fail(error?: Error): void {
    setImmediate(() => {
      if (this.#closed) return
      this.emit('error', error ?? errorOf(this.#lastWords))
      this.#close(true)
    })
  }

  /**
   * Closes as soon as the driver holds nothing back that it has not sent, or would hold on to what it was told; but a
   * transaction is first answered down to its end. What the driver does with an answer may be to ask again.
   */
  #answer(): void {
    const book = this.#book
    if (this.given) return
    // An error was told, and not its end: the driver would tell it to whoever asks next.
    if (book.failed && book.owed.length === 0) return
    if (book.failed) this.#tell(this.#end())
    if (this.given) return
    if (book.state === 'I' || book.owed.includes(true)) {
      if (book.rows) this.#tell(rowsEnd)
      this.#close(false)
      return
    }
    const words: Buffer[] = []
    while (book.owed.length > 0) words.push(...this.#refusal(), this.#end())
    if (book.half) words.push(...this.#refusal())
    if (words.length > 0) this.#tell(Buffer.concat(words))
  }

  #refusal(): Buffer[] {
    const book = this.#book
    const words = [...(book.rows ? [rowsEnd] : []), this.#lastWords]
    book.rows = false
    book.failed = true
    return words
  }

  #end(): Buffer {
    const state = this.#book.state === 'I' || this.#book.owed[0] ? 'I' : 'E'
    this.#book.answered(state)
    return ready(state)
  }

  #tell(words: Buffer): void {
    this.emit('data', words)
  }

  /** `badly`: the driver waits longer before it tries again. */
  #close(badly: boolean): void {
    if (this.#closed) return
    this.#closed = true
    this.emit('close', badly)
  }
}
