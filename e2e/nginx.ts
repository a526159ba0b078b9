import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, isIP } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../tools/ports.ts'

// Debian installs nginx in /usr/sbin, which is not on every PATH.
const PATH = `${process.env.PATH}:/usr/sbin`
const env = { ...process.env, PATH }
export const isNginxInstalled = spawnSync('nginx', ['-v'], { env }).error === undefined

const CONFIGURATION = readFileSync(new URL('../deploy/nginx.conf', import.meta.url), 'utf8')

/** How long nginx sends nothing to a process that refused a connection. */
export const PASSED_OVER_MS = Number(/fail_timeout=(\d+)s/.exec(CONFIGURATION)?.[1]) * 1_000

interface Nginx {
  /** The server certificate, for clients to trust. */
  certificate: string
  certificateFile: string
  /** What nginx could not pass on so far, a line for each. */
  errors(): string[]
  stop(): Promise<void>
}

/** Runs deploy/nginx.conf with the ports, folders and certificate of this machine. */
export async function startNginx(port: number, apis: [number, number]): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), 'nginx-'))
  const key = join(folder, 'key.pem')
  const certificate = join(folder, 'certificate.pem')
  makeCertificate(key, certificate, ['localhost', '127.0.0.1'])
  mkdirSync(join(folder, 'temp'))
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((what) => `${what}_temp_path ${join(folder, 'temp', what)};`)
    .join('\n')
  const changes: [string, string][] = [
    ['server 127.0.0.1:3000 ', `server 127.0.0.1:${apis[0]} `],
    ['server 127.0.0.1:3001 ', `server 127.0.0.1:${apis[1]} `],
    ['listen 80;', `listen 127.0.0.1:${await freePort()};`],
    ['listen 443 ssl http2;', `listen 127.0.0.1:${port} ssl http2;`],
    ['/etc/ssl/certs/salud.example.pem', certificate],
    ['/etc/ssl/private/salud.example.key', key],
    ['/run/nginx.pid', join(folder, 'pid')],
    ['/var/log/nginx/error.log', join(folder, 'error.log')],
    ['worker_processes auto;', 'worker_processes 1;'],
    ['http {\n', `http {\n${temporary}\n`],
  ]
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, changes.reduce(changed, CONFIGURATION))
  // As root: nginx's workers would run as another user, who may not read this folder.
  const more = `daemon off;${process.getuid?.() === 0 ? ' user root;' : ''}`
  const nginx = spawn('nginx', ['-e', join(folder, 'error.log'), '-p', folder, '-c', file, '-g', more], {
    env,
    stdio: 'ignore',
  })
  const exited = new Promise<void>((resolve) => nginx.once('exit', () => resolve()))
  for (let tries = 0; !(await answers(port)); tries++) {
    if (tries > 100 || nginx.exitCode !== null)
      throw new Error(`nginx did not start: ${readFileSync(join(folder, 'error.log'), 'utf8')}`)
    await sleep(100)
  }
  return {
    certificate: readFileSync(certificate, 'utf8'),
    certificateFile: certificate,
    errors: () => readFileSync(join(folder, 'error.log'), 'utf8').split('\n').filter(Boolean),
    async stop() {
      nginx.kill()
      await exited
      rmSync(folder, { recursive: true })
    },
  }
}

/** Throws when the text to replace is missing: deploy/nginx.conf has changed. */
function changed(text: string, [from, to]: [string, string]): string {
  if (!text.includes(from)) throw new Error(`deploy/nginx.conf has no "${from.trim()}"`)
  return text.replace(from, to)
}

/** Makes a certificate for these names that signs itself, and returns it. */
export function makeCertificate(key: string, certificate: string, names: string[]): string {
  const alternatives = names.map((name) => (isIP(name) ? `IP:${name}` : `DNS:${name}`)).join(',')
  const { status, stderr } = spawnSync('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
    ...['-keyout', key, '-out', certificate, '-subj', `/CN=${names[0]}`, '-addext', `subjectAltName=${alternatives}`],
  ])
  if (status !== 0) throw new Error(`no certificate could be made: ${stderr}`)
  return readFileSync(certificate, 'utf8')
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port })
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
