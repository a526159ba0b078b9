import dns from 'node:dns'
import { appendFileSync, copyFileSync, cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import tls from 'node:tls'
import { type BrowserContext, expect, test } from '@playwright/test'
import { ROOT, run } from '../tools/run.ts'
import { Clinician } from './clinician.ts'
import { moveStartsToNow } from './clock.ts'
import { canMakeMachines, createMachines, type Machine, type Machines } from './machines.ts'
import { expectMedia } from './media.ts'
import { messagesOf } from './messages.ts'
import { makeCertificate } from './nginx.ts'
import { Patient } from './patient.ts'
import { PEOPLE } from './people.ts'
import config from './playwright.config.ts'

// An operator who has never seen the code: from an empty folder to a paid video consultation through TLS, on six bare
// Debian machines, by the commands of docs/operate.md.

test.describe.configure({ mode: 'serial', timeout: 1_200_000 })
test.skip(!canMakeMachines, 'needs root, debootstrap and iproute2 (Debian: apt-get install debootstrap iproute2)')

const DOMAIN = 'salud.example'
const ADDRESSES = { database: 2, proxy: 3, relay: 4, providers: 5, app1: 11, app2: 12, app3: 13 }
const addressOf = (name: keyof typeof ADDRESSES) => `10.77.0.${ADDRESSES[name]}`
const NAMES = { [DOMAIN]: addressOf('proxy'), [`cards.${DOMAIN}`]: addressOf('proxy') }
const DATABASE_URL = `postgres://cuida:of-the-journey@${addressOf('database')}:5432/cuida?sslmode=require`
const OWNER_URL = DATABASE_URL.replace('cuida:of-the-journey', 'cuida_owner:of-the-owner')
const URL = `https://${DOMAIN}`

const { launchOptions } = config.use ?? {}
test.use({
  launchOptions: {
    ...launchOptions,
    args: [
      ...(launchOptions?.args ?? []),
      `--host-resolver-rules=${Object.entries(NAMES)
        .map(([name, address]) => `MAP ${name} ${address}`)
        .join(', ')}`,
    ],
  },
})

const GUIDE = readFileSync(join(ROOT, 'docs', 'operate.md'), 'utf8')

/** The commands of the guide under this name. */
function commands(name: string): string {
  const [, block] = GUIDE.match(new RegExp(`^\`\`\`sh ${name}\\n(.*?)^\`\`\``, 'ms')) ?? []
  if (!block) throw new Error(`docs/operate.md has no commands "${name}"`)
  return block
}

const [cast] = PEOPLE as [(typeof PEOPLE)[number]]
const messages = messagesOf(cast.language)
const folder = mkdtempSync(join(tmpdir(), 'operate-'))
const apps = new Map<string, Machine>()
let machines: Machines
let proxy: Machine
let secrets: string
let home: BrowserContext
let clinic: BrowserContext
let patient: Patient
let clinician: Clinician

test.afterAll(async () => {
  await home?.close()
  await clinic?.close()
  await machines?.close()
  rmSync(folder, { recursive: true, force: true })
})

test('the release is built', async () => {
  const script = commands('build').replaceAll('/tmp/cuida', join(folder, 'cuida'))
  const { code, output } = await run('bash', ['-euo', 'pipefail', '-c', script])
  expect(code, output).toBe(0)
  const printed = await run(join(folder, 'cuida', 'cuida'), ['secrets'])
  secrets = printed.output
  const certificate = makeCertificate(join(folder, 'key.pem'), join(folder, 'certificate.pem'), Object.keys(NAMES))
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), certificate])
  const lookUp = dns.lookup
  const ours = (name: string) => (NAMES as Record<string, string | undefined>)[name] ?? name
  dns.lookup = ((name: string, ...rest: [never, never]) => lookUp(ours(name), ...rest)) as typeof dns.lookup
})

test('database, simulated providers and relay are installed', async () => {
  machines = await createMachines()
  const database = await add('database')
  await database.sh(commands('database'), {
    DATABASE_PASSWORD: 'of-the-journey',
    OWNER_PASSWORD: 'of-the-owner',
    NETWORK: '10.77.0.0/24',
  })
  const relay = await add('relay')
  copyFileSync(join(ROOT, 'deploy', 'coturn.conf'), join(relay.root, 'tmp', 'coturn.conf'))
  await relay.sh(commands('relay'), { TURN_SECRET: 'of-the-journey' })
  const providers = await installApp('providers')
  await providers.sh(commands('first'), { DATABASE_OWNER_URL: OWNER_URL })
  await providers.sh(commands('trial'))
})

test('two machines run an API and a worker each, behind nginx with TLS', async () => {
  for (const name of ['app1', 'app2'] as const) await startApp(name)
  proxy = await add('proxy')
  copyFileSync(join(ROOT, 'deploy', 'nginx.conf'), join(proxy.root, 'tmp', 'nginx.conf'))
  cpSync(join(folder, 'certificate.pem'), join(proxy.root, 'etc/ssl/certs', `${DOMAIN}.pem`))
  cpSync(join(folder, 'key.pem'), join(proxy.root, 'etc/ssl/private', `${DOMAIN}.key`))
  const APIS = ['app1', 'app2'].map((name) => `${apps.get(name)?.address}:3000`).join(' ')
  await proxy.sh(commands('proxy'), { DOMAIN, APIS })
  await expect.poll(() => fetch(`${URL}/readyz`).then(({ ok }) => ok, String), { timeout: 60_000 }).toBe(true)
})

test('the proxy speaks TLS 1.2 and 1.3 alone, and every answer has the safe headers, errors too [I10]', async () => {
  const speaks = (version: tls.SecureVersion) =>
    new Promise<boolean>((resolve) => {
      const options = {
        host: addressOf('proxy'),
        port: 443,
        servername: DOMAIN,
        minVersion: version,
        maxVersion: version,
      }
      const socket = tls.connect({ ...options, ciphers: 'DEFAULT@SECLEVEL=0' }, () => resolve(true))
      socket.once('error', () => resolve(false)).once('secureConnect', () => socket.destroy())
    })
  expect(await Promise.all((['TLSv1', 'TLSv1.1', 'TLSv1.2', 'TLSv1.3'] as const).map(speaks))).toEqual([
    false,
    false,
    true,
    true,
  ])
  for (const path of [
    '/',
    '/welcome',
    '/desk',
    '/v1/products',
    '/v1/user/me',
    '/v1/nothing',
    '/assets/nothing.js',
    '/%zz',
  ]) {
    const { headers } = await fetch(URL + path)
    const found = Object.fromEntries(
      ['strict-transport-security', 'x-content-type-options', 'referrer-policy', 'cross-origin-opener-policy'].map(
        (name) => [name, headers.get(name)],
      ),
    )
    expect({ path, ...found }).toEqual({
      path,
      'strict-transport-security': 'max-age=63072000',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
    })
  }
})

test('the doctor finds nothing that must be mended', async () => {
  const output = await apps.get('app1')?.sh('runuser --user cuida -- cuida doctor --json || true')
  const { checks } = JSON.parse(output ?? '') as { checks: { id: string; status: string; message: string }[] }
  expect(checks.filter(({ status }) => status === 'problem')).toEqual([])
  expect(checks.length).toBeGreaterThan(20)
})

test('the programs run as an unprivileged user and cannot write outside of their folder', async () => {
  const app = apps.get('app1') as Machine
  const users = await app.sh(
    'for each in /proc/[0-9]*; do tr "\\0" " " < $each/cmdline | grep -q "server/mai[n]" && stat -c %U $each; done; true',
  )
  expect(new Set(users.trim().split('\n'))).toEqual(new Set(['cuida']))
  const inside = 'nsenter --root=/proc/$(cat /run/units/cuida-api@3000.pid)/root --wdns=/ --'
  expect(await app.sh(`${inside} touch /var/lib/cuida/a /tmp/a && echo written`)).toContain('written')
  expect(await app.sh(`${inside} touch /opt/cuida/a 2>&1 || true`)).toContain('Read-only file system')
})

test('a new patient books and pays a video consultation, and meets the clinician', async ({ browser }) => {
  const everywhere = { locale: cast.locale, ignoreHTTPSErrors: true }
  home = await browser.newContext(everywhere)
  clinic = await browser.newContext({ ...everywhere, viewport: { width: 1280, height: 800 }, isMobile: false })
  patient = new Patient(await home.newPage(), messages, URL, 'operate')
  clinician = new Clinician(await clinic.newPage(), messages, URL, 'operate-desk')
  await patient.enterAsGuest()
  await book(patient, () => patient.register(cast.person))
  await clinician.signIn(cast.clinician)
  await meet()
})

test('with one machine cut off the next consultation goes on; another machine takes its place', async () => {
  apps.get('app1')?.cutOff()
  // The browser ends its requests when it notices that an interface of this machine went down.
  await expect(() => patient.page.goto(`${URL}/how-can-we-help`)).toPass()
  await book(patient)
  await startApp('app3')
  const APIS = ['app2', 'app3'].map((name) => `${apps.get(name)?.address}:3000`).join(' ')
  await proxy.sh(commands('proxy'), { DOMAIN, APIS })
  await meet()
})

async function add(name: keyof typeof ADDRESSES): Promise<Machine> {
  const machine = await machines.add(name, ADDRESSES[name])
  const lines = Object.entries(NAMES).map(([host, address]) => `${address} ${host}\n`)
  appendFileSync(join(machine.root, 'etc/hosts'), `127.0.0.1 localhost\n${lines.join('')}`)
  return machine
}

/** Without mail: the product demands TLS of a mail server on another machine, and the simulated one has none. */
async function installApp(name: keyof typeof ADDRESSES): Promise<Machine> {
  const machine = await add(name)
  copyFileSync(join(folder, 'cuida.tar.gz'), join(machine.root, 'tmp', 'cuida.tar.gz'))
  await machine.sh(commands('app'))
  copyFileSync(join(folder, 'certificate.pem'), join(machine.root, 'etc/cuida/authority.pem'))
  await machine.sh(commands('trial-settings'))
  appendFileSync(
    join(machine.root, 'etc/cuida/cuida.env'),
    `${secrets}
DATABASE_URL=${DATABASE_URL}
HOST=${machine.address}
TRUSTED_PROXIES=${addressOf('proxy')}
TURN_URLS=turn:${addressOf('relay')}:3478?transport=udp
TURN_SECRET=of-the-journey
SIMULATORS_HOST=${addressOf('providers')}
SIMULATORS_URL=http://${addressOf('providers')}:3900
DISABLED_PROVIDERS=mail
NODE_EXTRA_CA_CERTS=/etc/cuida/authority.pem
`,
  )
  apps.set(name, machine)
  return machine
}

async function startApp(name: keyof typeof ADDRESSES): Promise<void> {
  const machine = await installApp(name)
  await machine.sh(commands('start'))
  await expect
    .poll(() => fetch(`http://${machine.address}:3000/readyz`).then(({ ok }) => ok, String), { timeout: 60_000 })
    .toBe(true)
}

async function book(who: Patient, register?: () => Promise<unknown>): Promise<void> {
  await who.openProduct(cast.video)
  await who.button('catalogue.product.chooseTime').click()
  await who.answerQuestions()
  await who.writeSummary('video')
  await who.holdFirstHour(cast.clinician.id)
  if (register) {
    await who.button('checkout.guest.enter').click()
    await register()
  }
  await expect(who.page).toHaveURL(/\/checkout/)
  await who.pay(cast.cards.good)
  await who.see('checkout.order.active.title')
}

async function meet(): Promise<void> {
  await moveStartsToNow(DATABASE_URL)
  await clinician.page.goto(`${URL}/desk`)
  await clinician.attend(cast.person.firstName)
  await clinician.press('desk.call.start.video')
  await patient.button('care.call.answer').first().click({ timeout: 60_000 })
  await Promise.all([expectMedia(patient.page), expectMedia(clinician.page)])
  await patient.button('ui.call.hangUp').click()
  await clinician.writeAndClose('Plan acordado.')
}
