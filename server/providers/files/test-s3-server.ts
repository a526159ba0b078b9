import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AwsV4Signer } from 'aws4fetch'
import type { S3Settings } from './s3.ts'

const KEYS = { region: 'eu-west-1', accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }

/** Prints its port, and ends with this process, whose death closes its standard input. */
const PROGRAM = `
const S3rver = require('@20minutes/s3rver')
const options = { address: '127.0.0.1', port: 0, silent: true, directory: process.argv[1] }
new S3rver(options).run().then(({ port }) => console.log(port))
process.stdin.resume().on('end', () => process.exit())`

/** An S3 server that verifies signatures (Signature Version 4), with its buckets in a temporary folder. */
export async function startS3Server() {
  const directory = await mkdtemp(join(tmpdir(), 'cuida-s3-'))
  // Its continuation tokens are encrypted with DES, which OpenSSL has in its legacy provider only.
  const program = ['--openssl-legacy-provider', '--eval', PROGRAM, directory]
  const server = spawn(process.execPath, program, { cwd: import.meta.dirname, stdio: ['pipe', 'pipe', 'inherit'] })
  const [port] = await once(server.stdout, 'data')
  return {
    /** A new, empty bucket; `folder` is where the server keeps it. */
    async newBucket(): Promise<S3Settings & { folder: string }> {
      const bucket = `documents-${randomUUID()}`
      const url = `http://127.0.0.1:${String(port).trim()}/${bucket}`
      const signed = await new AwsV4Signer({ method: 'PUT', url, service: 's3', ...KEYS }).sign()
      const { status } = await fetch(signed.url, { method: 'PUT', headers: signed.headers })
      if (status !== 200) throw new Error(`the bucket was not created: HTTP ${status}`)
      return { url, ...KEYS, pausesMs: [1, 1], folder: join(directory, bucket) }
    },
    async close(): Promise<void> {
      server.stdin.end()
      await once(server, 'close')
      await rm(directory, { recursive: true, force: true })
    },
  }
}
