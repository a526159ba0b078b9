import type { ClientSignal, ServerSignal } from '@cuida/core/care/call/call-signal.ts'
import type {
  CertificateOwner,
  certificateStatement as CertificateStatement,
  SigningKey,
} from '@cuida/core/care/call/certificate-signature.ts'
import { parseFingerprints } from './fingerprints.ts'
import { type CallOver, callOverReason, POLICY_VIOLATION_CODE } from './view.ts'

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))

export type JoinSignal = Extract<ClientSignal, { type: 'join' }>

export interface CallSocketSettings {
  /** Origin of the API. */
  origin: string
  /**
   * Returns the first message, or undefined when there is no call to join. Rejects when the server is unreachable or
   * the attempt is aborted.
   */
  enter: (signal: AbortSignal) => Promise<JoinSignal | undefined>
  read: (text: string) => ServerSignal | undefined
  onSignal: (signal: ServerSignal) => void
  onDown: () => void
  /** The server closed the call for this page, or there is no call. */
  onOver: (why: CallOver) => void
}

export interface CallSocket {
  /** Returns false when the socket is down and the signal was not sent. */
  say(signal: ClientSignal): boolean
  isUp(): boolean
  /** Sends a ping now, after an event that may have broken the connection. */
  probe(): void
  /** Drops the socket, if there is one, and reconnects at once. */
  renew(): void
  close(): void
}

const FIRST_WAIT_MS = 400
const MAX_WAIT_MS = 2_000
/** The longest wait for one step of an attempt: the ticket, the open socket, the server's greeting. */
const STEP_WITHIN_MS = 4_000
const PULSE_MS = 3_000
/** No message and no reply to two pings for this long means that the connection is dead. */
const SILENCE_MS = 7_000
const PROBE_MS = 3_000
/** The WebSocket of a call. It detects a dead connection by itself and reconnects until it is closed. */
export function openCallSocket(settings: CallSocketSettings): CallSocket {
  let socket: WebSocket | undefined
  let up = false
  let closed = false
  let wait = FIRST_WAIT_MS
  let lastSignalAt = 0
  let signalCount = 0
  let attempt = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const pulse = setInterval(() => {
    if (!up) return
    if (performance.now() - lastSignalAt > SILENCE_MS) lose()
    else sendSignal({ type: 'ping' })
  }, PULSE_MS)

  function sendSignal(signal: ClientSignal): boolean {
    if (socket?.readyState !== WebSocket.OPEN) return false
    socket.send(JSON.stringify(signal))
    return true
  }
  /** Aborts the earlier attempt: its late events are ignored, and a hanging request does not block the next one. */
  function drop(): void {
    attempt.abort()
    attempt = new AbortController()
    clearTimeout(timer)
    socket?.close()
    socket = undefined
    up = false
  }
  function lose(): void {
    drop()
    if (closed) return
    settings.onDown()
    // Jitter, so that both sides and all other calls do not reconnect at the same moment.
    timer = setTimeout(() => void connect(), wait * (0.5 + Math.random()))
    wait = Math.min(wait * 2, MAX_WAIT_MS)
  }
  /**
   * On a slow network, a timeout for the whole attempt would end attempts that still progress, so each step has its
   * own.
   */
  function step(): void {
    clearTimeout(timer)
    timer = setTimeout(lose, STEP_WITHIN_MS)
  }
  async function connect(): Promise<void> {
    drop()
    const abortSignal = attempt.signal
    step()
    const join = await settings.enter(abortSignal).catch(() => 'nobody answers' as const)
    if (abortSignal.aborted) return
    if (join === 'nobody answers') return lose()
    if (!join) return over('ended')
    const opened = new WebSocket(`${settings.origin.replace('http', 'ws')}/v1/calls`)
    socket = opened
    step()
    opened.onopen = () => {
      if (opened !== socket) return
      step()
      sendSignal(join)
    }
    opened.onmessage = ({ data }) => {
      if (opened === socket) handleSignal(settings.read(String(data)))
    }
    opened.onclose = ({ code }) => {
      if (opened !== socket) return
      // A page whose first message is late, such as on a phone that slept, has not misbehaved and may reconnect.
      const why = up || code !== POLICY_VIOLATION_CODE ? callOverReason(code) : undefined
      if (why) over(why)
      else lose()
    }
  }
  function handleSignal(signal: ServerSignal | undefined): void {
    lastSignalAt = performance.now()
    signalCount += 1
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
    attempt.abort()
    clearInterval(pulse)
    const opened = socket
    socket = undefined
    clearTimeout(timer)
    opened?.close(1000)
  }

  void connect()
  return {
    say: sendSignal,
    isUp: () => up,
    probe() {
      if (!up) return closed ? undefined : void connect()
      const before = signalCount
      sendSignal({ type: 'ping' })
      setTimeout(() => up && signalCount === before && lose(), PROBE_MS)
    },
    renew: () => (closed ? undefined : void connect()),
    close,
  }
}

interface SignedDescription {
  callId: string
  /** The claimed author of the description. */
  certificateOwner: CertificateOwner
  sdp: string
  signature: string | undefined
}

/** The text that the server signs for a certificate, and the server's public keys. */
interface SignatureCheck {
  certificateStatement: typeof CertificateStatement
  signingKeys: readonly SigningKey[]
}

/** Whether the server has signed the one certificate that this description names (decision 0044). Never throws. */
export async function isSigned(
  { certificateStatement, signingKeys }: SignatureCheck,
  { callId, certificateOwner, sdp, signature }: SignedDescription,
): Promise<boolean> {
  const [fingerprint, ...others] = parseFingerprints(sdp)
  if (!signature || !fingerprint || others.length > 0) return false
  const text = new TextEncoder().encode(certificateStatement(callId, certificateOwner, fingerprint))
  for (const signingKey of signingKeys) if (await verify(signingKey, signature, text)) return true
  return false
}

async function verify(signingKey: SigningKey, signature: string, text: Uint8Array<ArrayBuffer>): Promise<boolean> {
  try {
    const key = await crypto.subtle.importKey('jwk', signingKey, ALGORITHM, false, ['verify'])
    return await crypto.subtle.verify(ALGORITHM, key, bytesOf(signature), text)
  } catch {
    return false
  }
}
