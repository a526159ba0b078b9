import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { ROOT } from './run.ts'

/** What keys of real services look like. Each pattern is of one line, as Git prints them. */
const KEYS = [
  /\bAKIA[0-9A-Z]{16}\b/,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----(\\n|\s)*[\w+/]{40}/,
  /^[-+ ]?MI[A-Za-z0-9+/]{62}$/,
  /\b[sp]k_live_[0-9A-Za-z]{16,}/,
  /\bgh[pousr]_[0-9A-Za-z]{36}\b/,
  /\bxox[abprs]-[0-9A-Za-z-]{10,}/,
  /\bAIza[\w-]{35}\b/,
  /\bSK[0-9a-f]{32}\b/,
  /\bnpm_[0-9A-Za-z]{36}\b/,
  /\bAPP_USR-\d{10,}-\d{6}-[0-9a-f]{32}/,
]

async function linesWithKeys(...args: string[]): Promise<string[]> {
  const git = spawn('git', args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] })
  const found: string[] = []
  for await (const line of createInterface({ input: git.stdout }))
    if (KEYS.some((key) => key.test(line))) found.push(line.slice(0, 200))
  return found
}

test('no committed file holds a key of a real service', async () => {
  expect(await linesWithKeys('grep', '-hI', '', '--', ':!package-lock.json')).toEqual([])
})

test('no earlier commit holds one either', { tags: ['nightly'] }, async () => {
  expect(await linesWithKeys('log', '-p', '--unified=0', '--', ':!package-lock.json')).toEqual([])
})
