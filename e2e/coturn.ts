import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { IceServer } from '../core/care/call/ice.ts'
import { iceServers } from '../server/care/call/ice/ice.ts'
import { freePort } from '../tools/ports.ts'

export const isCoturnInstalled = spawnSync('turnserver', ['-h']).error === undefined

/** Starts Debian's coturn for browsers of this machine, whose address ranges deploy/coturn.conf refuses. */
export async function startCoturn(): Promise<{ servers: IceServer[]; stop(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'coturn-'))
  const address = ownAddress()
  const port = await freePort()
  const coturn: ChildProcess = spawn(
    'turnserver',
    [
      ...['-n', '--use-auth-secret', '--static-auth-secret=of-the-journey', '--realm=cuida', '--no-tls', '--no-dtls'],
      ...['--no-cli', `--listening-ip=${address}`, `--relay-ip=${address}`, `--listening-port=${port}`],
      ...['--log-file=stdout', '--pidfile=/dev/null', `--userdb=${join(folder, 'users')}`],
    ],
    { stdio: 'ignore' },
  )
  const TURN_URLS = `turn:${address}:${port}?transport=udp`
  return {
    servers: iceServers({ TURN_SECRET: 'of-the-journey', TURN_URLS }, 'a-call', new Date()),
    stop() {
      coturn.kill()
      rmSync(folder, { recursive: true })
    },
  }
}

/** Browsers gather candidates from this address, not from loopback. */
function ownAddress(): string {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  return all.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.1'
}
