import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve, sep } from 'node:path'
import { accountFor, canEnterFolder, type SystemAccount } from './postgres-account.ts'
import { Problem, type Settings } from './preflight.mjs'

/** Where the embedded PostgreSQL keeps its files and which user runs it. */
export interface PostgresHome {
  /** The cluster: PostgreSQL's data directory. */
  directory: string
  password: string
  account: SystemAccount
}

interface Note {
  /** Stored relative to DATA_DIR when inside, so that DATA_DIR may be moved. */
  directory: string
  password: string
}

const noteOf = (dataDir: string) => join(dataDir, 'postgres.json')

/** The home that an earlier start recorded in DATA_DIR, if any. */
export function findPostgresHome(folder: string): PostgresHome | undefined {
  const dataDir = realpathSync(folder)
  const note = readNote(noteOf(dataDir))
  if (!note) return undefined
  const directory = resolve(dataDir, note.directory)
  const owner = lstatSync(directory, { throwIfNoEntry: false })?.uid
  const me = process.getuid?.() ?? 0
  if (me !== 0 && owner !== undefined && owner !== me) {
    throw new Problem(
      `The database in ${directory} belongs to another user; start as that user or choose another DATA_DIR.`,
    )
  }
  return owner === undefined ? undefined : { directory, password: note.password, account: accountFor(owner) }
}

/** Whether an earlier start created the embedded database here. */
export const hasEmbeddedPostgres = ({ databaseUrl, dataDir }: Pick<Settings, 'databaseUrl' | 'dataDir'>): boolean =>
  !databaseUrl && existsSync(dataDir) && findPostgresHome(dataDir) !== undefined

/** Chooses and records a home: in DATA_DIR, or outside when PostgreSQL's user cannot enter it. */
export function createPostgresHome(folder: string): PostgresHome {
  const dataDir = realpathSync(folder)
  const account = accountFor(undefined)
  const parent = canEnterFolder(account, dataDir) ? dataDir : outside(dataDir)
  const directory = join(parent, 'postgres')
  if (existsSync(directory)) {
    throw new Problem(
      `${directory} exists, but ${noteOf(dataDir)} with its password does not; restore that file or delete the folder.`,
    )
  }
  const home = { directory, password: randomBytes(24).toString('base64url'), account }
  const inside = !relative(dataDir, directory).startsWith('..')
  const note: Note = { directory: inside ? relative(dataDir, directory) : directory, password: home.password }
  writeFileSync(noteOf(dataDir), `${JSON.stringify(note, null, 2)}\n`, { mode: 0o600 })
  return home
}

/**
 * A new folder that every user may traverse. For a temporary DATA_DIR it is temporary too, and the system deletes it
 * with the rest.
 */
function outside(dataDir: string): string {
  const base = dataDir.startsWith(realpathSync(tmpdir()) + sep) ? tmpdir() : '/var/lib/cuida'
  mkdirSync(base, { recursive: true, mode: 0o755 })
  const parent = mkdtempSync(join(base, 'cuida-'))
  chmodSync(parent, 0o711)
  return parent
}

function readNote(file: string): Note | undefined {
  if (!existsSync(file)) return undefined
  try {
    const { directory, password } = JSON.parse(readFileSync(file, 'utf8'))
    return { directory: String(directory), password: String(password) }
  } catch {
    throw new Problem(
      `${file} can't be read; restore it, or delete it together with the database folder to start with an empty database.`,
    )
  }
}
