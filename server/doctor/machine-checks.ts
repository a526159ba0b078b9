import { accessSync, constants, existsSync, statfsSync } from 'node:fs'
import { totalmem } from 'node:os'
import { dirname } from 'node:path'
import { findFont } from '../kit/pdf/fonts.ts'
import { type Check, type Outcome, ok, problem, warning } from './check.ts'

export interface Machine {
  dataDir: string
  env: Record<string, string | undefined>
  /** The apps whose build is missing or was made from other sources. */
  staleBuilds(): { missing: string[]; stale: string[] }
}

export const machineChecks = ({ dataDir, env, staleBuilds }: Machine): Check[] => [
  { id: 'node', run: () => nodeOutcome(process.versions.node) },
  { id: 'memory', run: () => heapOutcome(env.NODE_OPTIONS ?? '', totalmem()) },
  { id: 'disk', run: () => diskOutcome(dataDir, freeBytes) },
  { id: 'pages', run: () => pagesOutcome(staleBuilds()) },
  { id: 'fonts', run: fontOutcome },
  { id: 'timezones', run: () => zoneOutcome(isZone) },
]

const OLDEST_NODE = 24

export const nodeOutcome = (version: string): Outcome =>
  Number.parseInt(version, 10) >= OLDEST_NODE
    ? ok(`Node.js ${version}`)
    : problem(`Node.js ${version} is too old`, 'Start the programs by their npm scripts, which use the pinned Node.')

const MB = 1024 * 1024
const SMALLEST_HEAP = 128

/** An operator's own heap limit replaces that of tools/heap.mjs. */
export function heapOutcome(nodeOptions: string, memory: number): Outcome {
  const limit = Number(/--max[-_]old[-_]space[-_]size[= ](\d+)/.exec(nodeOptions)?.[1])
  const has = `${Math.round(memory / MB)} MB of memory`
  if (Number.isNaN(limit)) return ok(`${has}, heap limit of the API as delivered`)
  const text = `${has}, heap limit ${limit} MB by NODE_OPTIONS`
  if (limit < SMALLEST_HEAP) return problem(text, `Set --max-old-space-size to ${SMALLEST_HEAP} or more, or remove it.`)
  return limit * MB > memory ? problem(text, 'Set --max-old-space-size below the memory of this machine.') : ok(text)
}

const FAIL_BYTES = 200 * MB
const WARN_BYTES = 2_000 * MB

const freeBytes = (folder: string): number => {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

export function diskOutcome(dataDir: string, free: (folder: string) => number): Outcome {
  const folder = nearestFolder(dataDir)
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch {
    return problem(
      `${folder} is not writable`,
      'Give it to the user that runs Cuida, or choose another folder with DATA_DIR.',
    )
  }
  const bytes = free(folder)
  const text = `${dataDir} is writable, ${Math.round(bytes / MB)} MB free`
  if (bytes < FAIL_BYTES) return problem(text, 'Make room: delete old logs or backups, or enlarge the disk.')
  return bytes < WARN_BYTES ? warning(text, 'Make room soon: documents and logs need 2 GB free.') : ok(text)
}

/** DATA_DIR itself, or the folder in which the first start creates it. */
const nearestFolder = (folder: string): string =>
  existsSync(folder) || folder === dirname(folder) ? folder : nearestFolder(dirname(folder))

export function pagesOutcome({ missing, stale }: ReturnType<Machine['staleBuilds']>): Outcome {
  if (missing.length > 0) return problem(`not built: ${missing.join(', ')}`, 'Run `npm run build`, or `npm start`.')
  return stale.length > 0
    ? warning(`built from other sources: ${stale.join(', ')}`, 'Run `npm run build`, or `npm start`.')
    : ok('both apps are built')
}

const fontOutcome = (): Outcome =>
  findFont('a')
    ? ok('the fonts of documents are installed')
    : problem('the fonts of documents are not installed', 'Run `npm ci`.')

const ZONES = ['Europe/Madrid', 'America/Sao_Paulo']

const isZone = (zone: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== 'UTC'
  } catch {
    return false
  }
}

export function zoneOutcome(isKnown: (zone: string) => boolean): Outcome {
  const missing = ZONES.filter((zone) => !isKnown(zone))
  return missing.length > 0
    ? problem(`unknown: ${missing.join(', ')}`, 'Use a Node.js with full ICU data, such as the one that npm installs.')
    : ok(`time zone data ${process.versions.tz}`)
}
