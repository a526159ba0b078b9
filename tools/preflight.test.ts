import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkPortAndFolder, readSettings } from './preflight.mjs'

let root = ''
let server: Server
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'cuida-preflight-'))
  for (const partner of ['vida-ligera', 'bem-leve'])
    mkdirSync(join(root, 'content', 'partners', partner), { recursive: true })
  server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
})
afterEach(() => {
  server.close()
  rmSync(root, { recursive: true })
})
const takenPort = () => String((server.address() as AddressInfo).port)
const checkEnv = (env: Record<string, string>) => checkPortAndFolder(readSettings(env, root))

test('without settings, everything has a default', () => {
  expect(readSettings({}, root)).toEqual({
    port: 3000,
    host: '127.0.0.1',
    dataDir: join(root, '.data'),
    partner: 'vida-ligera',
    databaseUrl: undefined,
    publicUrl: 'http://127.0.0.1:3000',
  })
})

test('a server that listens on every address is reached on this machine', () => {
  expect(readSettings({ HOST: '0.0.0.0' }, root).publicUrl).toBe('http://127.0.0.1:3000')
})

test('a taken port is reported in one sentence', async () => {
  await expect(checkEnv({ PORT: takenPort() })).rejects.toThrow(/^Port \d+ is already taken; .*PORT=3100 npm start$/)
})

test('a free port and an empty folder pass, and nothing is created because the start may still be refused', async () => {
  const port = takenPort()
  await new Promise((done) => server.close(done))
  await expect(checkEnv({ PORT: port, DATA_DIR: 'deep/data' })).resolves.toBeUndefined()
  expect(existsSync(join(root, 'deep'))).toBe(false)
})

test('an address of another machine is reported in one sentence', async () => {
  await expect(checkEnv({ HOST: '192.0.2.1' })).rejects.toThrow(/^HOST 192\.0\.2\.1 is not an address of this machine/)
})

test('a data folder that is a file is reported in one sentence', async () => {
  writeFileSync(join(root, 'file'), '')
  await expect(checkEnv({ DATA_DIR: 'file' })).rejects.toThrow(
    /^The data folder .*file can't be used: it is a file, not a folder\./,
  )
})

test.skipIf(process.getuid?.() === 0)('a data folder of another user is reported in one sentence', async () => {
  mkdirSync(join(root, 'closed'), { mode: 0o500 })
  await expect(checkEnv({ DATA_DIR: 'closed' })).rejects.toThrow(
    /can't be used: this user has no read and write access to it\./,
  )
})

test.each([
  ['PORT', 'http', /^PORT must be a number from 1 to 65535, not "http"\.$/],
  ['PORT', '70000', /^PORT must be a number/],
  ['PARTNER', 'nobody', /^There is no partner "nobody" .* bem-leve, vida-ligera\.$/],
  ['PARTNER', '../partners', /^There is no partner/],
  ['DATABASE_URL', 'not a url', /^DATABASE_URL is malformed; it looks like postgres:\/\//],
  ['DATABASE_URL', 'mysql://host/db', /^DATABASE_URL is malformed/],
])('%s=%s is reported in one sentence', (name, value, sentence) => {
  expect(() => readSettings({ [name]: value }, root)).toThrow(sentence)
})
