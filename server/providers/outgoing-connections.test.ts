import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sourceFiles } from '../../tools/files.ts'

const ROOT = join(import.meta.dirname, '../..')
const OPENS_CONNECTIONS =
  /\bfetch\(|\brequest as \w+ \}|\bconnect\b[^}]*\} from 'node:(net|tls|http2)'|\bimport\('(nodemailer|undici)'\)|from '(nodemailer|undici)'/

/**
 * `post.ts` gives each exchange its deadline, its size limit and no redirect (keep-alive-connection.test.ts). An adapter
 * in this list speaks another protocol or through a library, so its own test shows these limits.
 */
const WITH_OWN_LIMITS = [
  'errors/sentry.ts',
  'files/s3.ts',
  'identity/google.ts',
  'mail/smtp.ts',
  'push/h2-connection.ts',
  'push/web-push.ts',
  'scanner/clamd.ts',
]

test('every adapter reaches its provider through post.ts, or is one whose own test shows the limits', () => {
  const folder = 'server/providers'
  const opening = sourceFiles(ROOT, [folder])
    .filter((path) => !/\.test\.ts$|\/test-[^/]+$|\/contract\.ts$/.test(path))
    .filter((path) => OPENS_CONNECTIONS.test(readFileSync(join(ROOT, path), 'utf8')))
    .map((path) => path.slice(folder.length + 1))
  expect(opening).toEqual([...WITH_OWN_LIMITS, 'keep-alive-connection.ts'].sort())
})
