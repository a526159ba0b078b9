import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Problem } from '../preflight.mjs'

/** An encrypted file, as the manifest and `sha256sum` name it. */
export interface WrittenFile {
  bytes: number
  sha256: string
}

/**
 * Encrypts a stream into a file with `age` (https://age-encryption.org), for everyone whose public key is in the
 * recipients' file. Only the encrypted bytes reach the disk.
 */
export async function encryptTo(path: string, recipients: string, content: Readable): Promise<WrittenFile> {
  const age = spawnAge(['--encrypt', '--recipients-file', recipients])
  const hash = createHash('sha256')
  let bytes = 0
  const count = async function* (source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      hash.update(chunk)
      bytes += chunk.length
      yield chunk
    }
  }
  await together([
    pipeline(content, age.stdin),
    pipeline(age.stdout, count, createWriteStream(path, { flags: 'wx', mode: 0o600 })),
    succeeds(age.process, 'age'),
  ])
  await syncFile(path)
  return { bytes, sha256: hash.digest('hex') }
}

/** Decrypts a file of the backup; the caller reads the output to its end. */
export function decryptFrom(path: string, identity: string): { content: Readable; done: Promise<unknown> } {
  const age = spawnAge(['--decrypt', '--identity', identity])
  const done = together([pipeline(createReadStream(path), age.stdin), succeeds(age.process, 'age')])
  return { content: age.stdout, done }
}

/** Waits for all, and throws the words of a program that failed before the broken pipe that it left. */
export async function together(work: readonly Promise<unknown>[]): Promise<void> {
  const failures = (await Promise.allSettled(work)).flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
  if (failures.length > 0) throw failures.find((failure) => failure instanceof Problem) ?? failures[0]
}

/** Throws the last words of a program that failed. */
export function succeeds(program: ChildProcess, name: string): Promise<void> {
  let errors = ''
  program.stderr?.on('data', (text) => {
    errors = `${errors}${text}`.slice(-2_000)
  })
  return new Promise((resolve, reject) => {
    program.on('error', (error: NodeJS.ErrnoException) =>
      reject(
        new Problem(
          error.code === 'ENOENT' ? `${name} is not installed (Debian: apt-get install ${name}).` : error.message,
        ),
      ),
    )
    program.on('close', (code) => (code === 0 ? resolve() : reject(new Problem(`${name} failed: ${errors.trim()}`))))
  })
}

export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

function spawnAge(args: string[]) {
  const program = spawn('age', args, { stdio: ['pipe', 'pipe', 'pipe'] })
  return { process: program, stdin: program.stdin, stdout: program.stdout }
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r')
  await file.sync().finally(() => file.close())
}
