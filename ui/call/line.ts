import type { ClientSignal, ServerSignal } from '@cuida/core/care/call-signal.ts'
import { type CallOver, overBy } from './view.ts'

export type Join = Extract<ClientSignal, { type: 'join' }>

export interface LineSettings {
  /** Origin of the API. */
  origin: string
  /** What to say first; undefined when there is no call to join. Rejects when nobody answers. */
  enter: () => Promise<Join | undefined>
  read: (text: string) => ServerSignal | undefined
  onSignal: (signal: ServerSignal) => void
  onDown: () => void
  /** The server sent this page away for good, or there is no call. */
  onOver: (why: CallOver) => void
}

export interface Line {
  /** False: the line is down, and it was not said. */
  say(signal: ClientSignal): boolean
  isUp(): boolean
  /** Asks for a sign of life now, for when something may have changed under us. */
  probe(): void
  /** Drops the line, if there is one, and comes in again at once. */
  renew(): void
  close(): void
}

const FIRST_WAIT_MS = 400
const LONGEST_WAIT_MS = 2_000
/** An attempt, from asking for a ticket to being greeted, that takes longer is not waited for. */
const ENTER_WITHIN_MS = 4_000
const PULSE_MS = 3_000
/** Two pings without an answer, or anything else. */
const SILENCE_MS = 7_000
const PROBE_MS = 3_000
/** The WebSocket of a call: notices by itself when it is dead, and is brought back until it is closed. */
export function openLine(settings: LineSettings): Line {
  let socket: WebSocket | undefined
  let up = false
  let closed = false
  let wait = FIRST_WAIT_MS
  let heardAt = 0
  let heard = 0
  let attempt = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const pulse = setInterval(() => {
    if (!up) return
    if (Date.now() - heardAt > SILENCE_MS) lose()
    else say({ type: 'ping' })
  }, PULSE_MS)

  function say(signal: ClientSignal): boolean {
    if (socket?.readyState !== WebSocket.OPEN) return false
    socket.send(JSON.stringify(signal))
    return true
  }
  /** Nothing of an earlier attempt is heard any more. */
  function drop(): void {
    attempt += 1
    clearTimeout(timer)
    socket?.close()
    socket = undefined
    up = false
  }
  function lose(): void {
    drop()
    if (closed) return
    settings.onDown()
    // A moment of chance, so that both sides and all other calls do not come back in the same instant.
    timer = setTimeout(() => void connect(), wait * (0.5 + Math.random()))
    wait = Math.min(wait * 2, LONGEST_WAIT_MS)
  }
  async function connect(): Promise<void> {
    drop()
    const mine = attempt
    timer = setTimeout(lose, ENTER_WITHIN_MS)
    const join = await settings.enter().catch(() => 'nobody answers' as const)
    if (mine !== attempt || closed) return
    if (join === 'nobody answers') return lose()
    if (!join) return over('ended')
    const line = new WebSocket(`${settings.origin.replace('http', 'ws')}/v1/calls`)
    socket = line
    line.onopen = () => say(join)
    line.onmessage = ({ data }) => {
      if (line === socket) hear(settings.read(String(data)))
    }
    line.onclose = ({ code }) => {
      if (line !== socket) return
      const why = overBy(code)
      if (why) over(why)
      else lose()
    }
  }
  function hear(signal: ServerSignal | undefined): void {
    heardAt = Date.now()
    heard += 1
    if (signal?.type === 'joined') {
      clearTimeout(timer)
      up = true
      wait = FIRST_WAIT_MS
    }
    if (signal && signal.type !== 'pong') settings.onSignal(signal)
  }
  function over(why: CallOver): void {
    close()
    settings.onOver(why)
  }
  function close(): void {
    closed = true
    clearInterval(pulse)
    const line = socket
    socket = undefined
    clearTimeout(timer)
    line?.close(1000)
  }

  void connect()
  return {
    say,
    isUp: () => up,
    probe() {
      if (!up) return closed ? undefined : void connect()
      const before = heard
      say({ type: 'ping' })
      setTimeout(() => up && heard === before && lose(), PROBE_MS)
    },
    renew: () => (closed ? undefined : void connect()),
    close,
  }
}
