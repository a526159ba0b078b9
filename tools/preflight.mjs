// @ts-check
// What must be said before anything slow happens. Plain JavaScript: runs before the pinned Node is there.
import { accessSync, constants, existsSync, mkdirSync, readdirSync, rmdirSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { dataFolder } from '../server/data-folder.mjs'

/** A problem that the user can fix: the message is one sentence for them, printed without a stack. */
export class Problem extends Error {
  /** @override */
  name = 'Problem'
}

/**
 * @typedef {object} Settings
 * @property {number} port
 * @property {string} host
 * @property {string} dataDir absolute
 * @property {string} partner
 * @property {string | undefined} databaseUrl
 * @property {string} publicUrl
 */

/**
 * Settings of the one-command run (product 1.5).
 * @param {Record<string, string | undefined>} env
 * @param {string} root the checkout
 * @returns {Settings}
 */
export function readSettings(env, root) {
  const port = Number(env.PORT || 3000)
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new Problem(`PORT must be a number from 1 to 65535, not "${env.PORT}".`)
  }
  const host = env.HOST || '127.0.0.1'
  const partner = env.PARTNER || 'vida-ligera'
  checkPartner(partner, join(root, 'content', 'partners'))
  const databaseUrl = env.DATABASE_URL || undefined
  if (databaseUrl) checkDatabaseUrl(databaseUrl)
  const publicUrl = env.PUBLIC_URL || `http://${reachable(host)}:${port}`
  return { port, host, partner, databaseUrl, publicUrl, dataDir: dataFolder(env.DATA_DIR, root) }
}

/**
 * The address at which this machine reaches a server that listens on `host`.
 * @param {string} host
 */
export function reachable(host) {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

/**
 * Throws when the port is taken or the data folder can't be used.
 * @param {Settings} settings
 */
export async function checkPortAndFolder({ port, host, dataDir }) {
  checkDataDir(dataDir)
  const code = await listenCode(port, host)
  if (code === 'EADDRINUSE') {
    throw new Problem(
      `Port ${port} is already taken; stop the program that uses it or choose another, as in: PORT=3100 npm start`,
    )
  }
  if (code === 'EACCES') throw new Problem(`Port ${port} needs an administrator; choose one above 1023 with PORT.`)
  if (code) throw new Problem(`HOST ${host} is not an address of this machine (${code}).`)
}

/**
 * Creates the folder to test it and removes it again: a later check may still refuse the start, which must leave
 * nothing behind.
 * @param {string} dataDir
 */
function checkDataDir(dataDir) {
  /** @type {string[]} */
  let createdFolders = []
  try {
    createdFolders = makeFolder(dataDir)
    if (!statSync(dataDir).isDirectory()) throw Object.assign(new Error(), { code: 'ENOTDIR' })
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new Problem(`The data folder ${dataDir} can't be used: ${reason(error)}. Choose another with DATA_DIR.`)
  } finally {
    for (const path of createdFolders.toReversed()) rmdirSync(path)
  }
}

/**
 * Creates a folder and its parents, and returns the ones that were missing. Not `recursive`, which loops forever
 * where the system refuses with "no such folder", as in /proc.
 * @param {string} path
 * @returns {string[]} the outermost first
 */
export function makeFolder(path) {
  if (existsSync(path)) return []
  const above = makeFolder(dirname(path))
  // Other users may traverse the folder but not list it: an embedded PostgreSQL that cannot run as root is inside.
  mkdirSync(path, { mode: 0o711 })
  return [...above, path]
}

/** @param {unknown} error */
function reason(error) {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'EACCES' || code === 'EPERM') return 'this user has no read and write access to it'
  if (code === 'ENOTDIR' || code === 'EEXIST') return 'it is a file, not a folder'
  if (code === 'EROFS') return 'its disk is read-only'
  if (code === 'ENOENT') return 'it cannot be created there'
  return code === 'ENOSPC' ? 'its disk is full' : code || 'unknown reason'
}

/**
 * @param {number} port
 * @param {string} host
 * @returns {Promise<string>} empty when free
 */
function listenCode(port, host) {
  return new Promise((done) => {
    const server = createServer()
    server.on('error', (error) => done('code' in error ? String(error.code) : 'unknown'))
    server.listen(port, host, () => server.close(() => done('')))
  })
}

/**
 * @param {string} partner
 * @param {string} folder
 */
function checkPartner(partner, folder) {
  if (/^[a-z0-9-]+$/.test(partner) && existsSync(join(folder, partner))) return
  const known = existsSync(folder)
    ? readdirSync(folder).filter((name) => statSync(join(folder, name)).isDirectory())
    : []
  throw new Problem(`There is no partner "${partner}" in content/partners; PARTNER may be: ${known.join(', ')}.`)
}

/** @param {string} text */
function checkDatabaseUrl(text) {
  if (URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol)) return
  throw new Problem('DATABASE_URL is malformed; it looks like postgres://user:password@host:5432/database.')
}
