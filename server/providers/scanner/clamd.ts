import { connect } from 'node:net'
import { VENDOR } from '@cuida/core/kit/vendors/vendors.ts'
import { checkAt } from '../provider-check.ts'
import { ProviderDown } from '../provider-down.ts'
import type { Scanner } from './port.ts'

export interface ClamdSettings {
  host: string
  port: number
  timeoutMs?: number
}

const TIMEOUT_MS = 8_000
/** The reply is one line: the name of a signature and a status. */
const MAX_ANSWER = 1_024
const CHUNK = 64 * 1024

/** ClamAV's daemon, `INSTREAM` over TCP: length-prefixed chunks, an empty one at the end, then a line in reply. */
export function clamdScanner({ host, port, timeoutMs = TIMEOUT_MS }: ClamdSettings): Scanner {
  return {
    check: checkAt(`tcp://${host}:${port}`, async () => {
      const answer = await talk({ host, port, timeoutMs }, ['zPING\0'])
      if (answer !== 'PONG') throw new ProviderDown(VENDOR.clamav, 'no PONG')
    }),
    async isClean(bytes) {
      const answer = await talk({ host, port, timeoutMs }, ['zINSTREAM\0', ...chunksOf(bytes)])
      if (answer === 'stream: OK') return true
      if (/^stream: .+ FOUND$/.test(answer)) return false
      throw new ProviderDown(VENDOR.clamav, 'no verdict')
    },
  }
}

function talk(
  { host, port, timeoutMs }: Required<ClamdSettings>,
  sent: readonly (string | Uint8Array)[],
): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect({ host, port })
    const fail = (detail: string, cause?: unknown) => {
      socket.destroy()
      reject(new ProviderDown(VENDOR.clamav, detail, cause))
    }
    const timer = setTimeout(() => fail('silence'), timeoutMs)
    socket.on('error', (error) => fail('no connection', error))
    socket.on('close', () => {
      clearTimeout(timer)
      reject(new ProviderDown(VENDOR.clamav, 'closed'))
    })
    socket.on('connect', () => {
      for (const chunk of sent) socket.write(chunk)
    })
    socket.on('data', (data) => {
      answer += data.toString('latin1')
      const end = answer.indexOf('\0')
      if (end < 0 && answer.length <= MAX_ANSWER) return
      resolve(answer.slice(0, end))
      socket.destroy()
    })
  })
}

function* chunksOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += CHUNK) {
    const chunk = bytes.subarray(at, at + CHUNK)
    yield lengthOf(chunk.length)
    yield chunk
  }
  yield lengthOf(0)
}

function lengthOf(count: number): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(count)
  return length
}
