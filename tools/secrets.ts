import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isPublic, settingProblems } from '../server/production.ts'
import { Problem } from './preflight.mjs'

/** Settings that must be secret and stay the same across restarts. */
export interface Secrets {
  /** 32 bytes, base64url. */
  APP_SECRET: string
  /** Ed25519 private key, a JWK as text. */
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
  const { privateKey } = generateKeyPairSync('ed25519')
  return {
    APP_SECRET: randomBytes(32).toString('base64url'),
    TOKEN_KEY: JSON.stringify(privateKey.export({ format: 'jwk' })),
  }
}

function readSecrets(file: string): Secrets {
  try {
    const { APP_SECRET, TOKEN_KEY } = JSON.parse(readFileSync(file, 'utf8'))
    return { APP_SECRET: String(APP_SECRET), TOKEN_KEY: String(TOKEN_KEY) }
  } catch {
    throw new Problem(`${file} can't be read; restore it, or delete it (which signs all users out) and start again.`)
  }
}
