import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatKeys, type Key, type Keys } from '../server/kit/crypto/keys.ts'
import { isPublic, settingProblems } from '../server/production.ts'
import { Problem } from './preflight.mjs'

/** Settings that must be secret and stay the same across restarts. */
export interface Secrets {
  /** `ID:KEY`, 32 bytes as base64url; the current key first (docs/keys.md). */
  APP_SECRET: string
  /** `ID:KEY`, the 32 bytes of an Ed25519 private key as base64url. */
  TOKEN_KEY: string
}

/** The environment's secrets, or those of DATA_DIR, created at the first start and readable by their owner only. */
export function findSecrets(dataDir: string, env: NodeJS.ProcessEnv): Secrets {
  const { APP_SECRET, TOKEN_KEY } = env
  if (APP_SECRET && TOKEN_KEY) return { APP_SECRET, TOKEN_KEY }
  // A public deployment must set its own secrets; generated ones could be lost with the data folder.
  if (isPublic(env)) throw new Problem(settingProblems(env).join('\n'))
  const file = join(dataDir, 'secrets.json')
  if (!existsSync(file)) writeFileSync(file, `${JSON.stringify(newSecrets(), null, 2)}\n`, { mode: 0o600 })
  const storedSecrets = readSecrets(file)
  return { APP_SECRET: APP_SECRET || storedSecrets.APP_SECRET, TOKEN_KEY: TOKEN_KEY || storedSecrets.TOKEN_KEY }
}

export function newSecrets(): Secrets {
  const id = nextKeyId([], new Date().getUTCFullYear())
  return { APP_SECRET: formatKeys([newKey(id)]), TOKEN_KEY: formatKeys([newKey(id)]) }
}

/** 32 random bytes: a secret, or the seed of an Ed25519 key. */
const newKey = (id: string): Key => ({ id, value: randomBytes(32).toString('base64url') })

/** `2026a`, `2026b` and so on: later ids follow in the order of the alphabet. */
export function nextKeyId(known: readonly string[], year: number): string {
  const [newest] = known
    .filter((id) => /^\d{4}[a-z]+$/.test(id))
    .sort()
    .reverse()
  if (!newest || newest < String(year)) return `${year}a`
  const last = newest.charCodeAt(newest.length - 1)
  return last === 'z'.charCodeAt(0) ? `${newest}a` : `${newest.slice(0, -1)}${String.fromCharCode(last + 1)}`
}

export interface RotationStep {
  /** What the operator does with the new value (docs/keys.md). */
  step: 'add' | 'use' | 'remove'
  keys: readonly Key[]
}

/** The next step of a rotation: a new key behind the current one, then in front of it, then alone. */
export function nextStep([current, ...others]: Keys, year: number): RotationStep {
  const ids = [current, ...others].map(({ id }) => id)
  const newest = others.find(({ id }) => ids.every((each) => each <= id))
  if (newest) return { step: 'use', keys: [newest, current, ...others.filter((key) => key !== newest)] }
  if (others.length > 0) return { step: 'remove', keys: [current] }
  return { step: 'add', keys: [current, newKey(nextKeyId(ids, year))] }
}

function readSecrets(file: string): Secrets {
  try {
    const { APP_SECRET, TOKEN_KEY } = JSON.parse(readFileSync(file, 'utf8'))
    return { APP_SECRET: String(APP_SECRET), TOKEN_KEY: String(TOKEN_KEY) }
  } catch {
    throw new Problem(`${file} can't be read; restore it, or delete it (which signs all users out) and start again.`)
  }
}
