import { eachMessage, isLast, LETTER, type State, stateOf, textAt } from './wire-messages.ts'

const ENDS_TRANSACTION = /^(commit|rollback)$/i

/** What a connection has been asked and has answered so far: enough to answer in its stead. */
export class WireBook {
  /** Past the greetings: the server has said that it is ready. */
  open = false
  state: State = 'I'
  /** Answers that are owed, in their order: whether each is to the end of a transaction. */
  readonly owed: boolean[] = []
  /** Something was asked whose answer the driver wants to see before it asks on. */
  half = false
  /** The answer that is owed first has begun with an error, or with rows. */
  failed = false
  rows = false
  #ends = false
  readonly #ending = new Set<string>()

  /** What the driver sends. Before the greetings are over it asks nothing. */
  asks(bytes: Buffer): void {
    if (!this.open) return
    eachMessage(bytes, (letter, at) => {
      if (letter === LETTER.sync || letter === LETTER.query) {
        this.owed.push(letter === LETTER.query ? ENDS_TRANSACTION.test(textAt(bytes, at + 5)) : this.#ends)
        this.half = this.#ends = false
        return
      }
      this.half = true
      if (letter === LETTER.parse) this.#name(bytes, at + 5)
      else if (letter === LETTER.bind && this.#ending.size > 0)
        this.#ends = this.#ending.has(statementOf(bytes, at + 5))
    })
  }

  /** What the server says. Returns where its last words begin, if it says them: any error before it is ready is one. */
  hears(bytes: Buffer): { whole: number; last?: number } {
    let last: number | undefined
    const whole = eachMessage(bytes, (letter, at, end) => {
      if (last !== undefined) return
      if (letter === LETTER.dataRow) this.rows = true
      else if (letter === LETTER.commandComplete) this.rows = false
      else if (letter === LETTER.ready) this.answered(stateOf(bytes, at))
      else if (letter === LETTER.error && (!this.open || isLast(bytes.subarray(at, end)))) last = at
      else if (letter === LETTER.error) this.failed = this.owed.length > 0 || this.half
    })
    return last === undefined ? { whole } : { whole, last }
  }

  answered(state: State): void {
    this.state = state
    this.open = true
    this.failed = this.rows = false
    this.owed.shift()
  }

  #name(bytes: Buffer, at: number): void {
    const name = textAt(bytes, at)
    this.#ends = ENDS_TRANSACTION.test(textAt(bytes, at + Buffer.byteLength(name) + 1))
    if (this.#ends) this.#ending.add(name)
    else this.#ending.delete(name)
  }
}

/** A bind names its portal, then its statement. */
const statementOf = (bytes: Buffer, at: number): string => textAt(bytes, bytes.indexOf(0, at) + 1)
