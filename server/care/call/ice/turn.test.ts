import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { freePort } from '../../../../tools/ports.ts'
import { iceServers } from './ice.ts'
import { openTurnClient, type TurnClient } from './test-turn.ts'
import { allocateRelay } from './turn-client.ts'

const SECRET = 'the-secret-that-both-know'
const CONFIGURATION = fileURLToPath(new URL('../../../../deploy/coturn.conf', import.meta.url))
const isInstalled = spawnSync('turnserver', ['-h']).error === undefined

/** Debian's coturn with the configuration that we ship to operators. */
describe.skipIf(!isInstalled)('coturn (skipped where it is not installed) [B2.30]', () => {
  let coturn: ChildProcess
  let port: number
  const open: TurnClient[] = []
  const folder = mkdtempSync(join(tmpdir(), 'coturn-'))
  beforeAll(async () => {
    port = await freePort()
    const own = [
      '--listening-ip=127.0.0.1',
      '--relay-ip=127.0.0.1',
      `--listening-port=${port}`,
      `--static-auth-secret=${SECRET}`,
    ]
    const where = ['--log-file=stdout', '--pidfile=/dev/null', `--userdb=${join(folder, 'users')}`]
    coturn = spawn('turnserver', ['-c', CONFIGURATION, ...own, ...where], { stdio: 'ignore' })
    await vi.waitFor(() => clientOf('a-call').allocate(), { timeout: 60_000 })
  })
  afterAll(() => {
    for (const client of open) client.close()
    coturn.kill()
    rmSync(folder, { recursive: true })
  })

  function clientOf(name: string, { secret = SECRET, now = new Date() } = {}): TurnClient {
    const [server] = iceServers({ TURN_SECRET: secret, TURN_URLS: `turn:127.0.0.1:${port}` }, name, now)
    const client = openTurnClient(port, server?.username ?? '', server?.credential ?? '')
    open.push(client)
    return client
  }

  test('the server grants an allocation to credentials of a call', async () =>
    expect(await clientOf('a-call').allocate()).toBe('ok'))

  test.each(['', '?transport=udp', '?transport=tcp'])(
    'the doctor gets a relay at turn:host:port%s',
    async (transport) => {
      const [server] = iceServers(
        { TURN_SECRET: SECRET, TURN_URLS: `turn:127.0.0.1:${port}${transport}` },
        'doctor',
        new Date(),
      )
      const { urls: [url] = [], username = '', credential = '' } = server ?? {}
      const ask = (password: string) =>
        allocateRelay(url ?? '', { username, credential: password }, AbortSignal.timeout(60_000))
      expect([await ask(credential), await ask('guessed')]).toEqual(['ok', 401])
    },
  )

  test.each([
    ['of another secret', { secret: 'guessed' }],
    ['that were issued more than two hours ago', { now: new Date(Date.now() - 2 * 3_600_000 - 5_000) }],
  ])('the server refuses credentials %s', async (_, how) => expect(await clientOf('a-call', how).allocate()).toBe(401))

  test.each([
    ['a peer on the internet', '203.0.113.7', 'ok'],
    ['the server itself', '127.0.0.1', 403],
    ['a private network', '10.0.0.5', 403],
    ['a second private network', '172.16.3.4', 403],
    ['a third private network', '192.168.1.1', 403],
    ['the metadata service of a cloud', '169.254.169.254', 403],
  ])('a relay to %s (%s) answers %s', async (_, address, answer) => {
    const client = clientOf('a-call')
    await client.allocate()
    expect(await client.permit(address)).toBe(answer)
  })
})
