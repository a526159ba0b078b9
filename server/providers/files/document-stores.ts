import { join } from 'node:path'
import type { DocumentStoreSettings } from '../../kit/document-store-settings.ts'
import { diskFiles } from './disk.ts'
import { filesWithFallback } from './fallback.ts'
import type { Files } from './port.ts'
import { s3Files } from './s3.ts'

/** The store for new files, and with a bucket the other one, which may still hold files. */
export function documentStores(env: DocumentStoreSettings): { current: Files; previous?: Files } {
  const disk = diskFiles(join(env.DATA_DIR, 'documents'))
  const { DOCUMENTS_S3_URL: url, DOCUMENTS_S3_REGION: region } = env
  const { DOCUMENTS_S3_KEY_ID: accessKeyId, DOCUMENTS_S3_SECRET_KEY: secretAccessKey } = env
  if (!url || !region || !accessKeyId || !secretAccessKey) return { current: disk }
  const s3 = s3Files({ url, region, accessKeyId, secretAccessKey })
  return env.DOCUMENTS_STORE === 'disk' ? { current: disk, previous: s3 } : { current: s3, previous: disk }
}

/** Patients' documents as the stores keep them: encrypted. */
export function documentFiles(env: DocumentStoreSettings): Files {
  const { current, previous } = documentStores(env)
  return previous ? filesWithFallback(current, previous) : current
}
