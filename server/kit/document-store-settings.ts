/** The settings that choose the store of patients' documents (docs/documents.md). */
export interface DocumentStoreSettings {
  DATA_DIR: string
  DOCUMENTS_STORE?: string | undefined
  DOCUMENTS_S3_URL?: string | undefined
  DOCUMENTS_S3_REGION?: string | undefined
  DOCUMENTS_S3_KEY_ID?: string | undefined
  DOCUMENTS_S3_SECRET_KEY?: string | undefined
}

const S3_SETTINGS = [
  'DOCUMENTS_S3_URL',
  'DOCUMENTS_S3_REGION',
  'DOCUMENTS_S3_KEY_ID',
  'DOCUMENTS_S3_SECRET_KEY',
] as const

/** With an incomplete set, documents would go to a disk that other machines do not see. */
export function documentStoreProblems(env: Omit<DocumentStoreSettings, 'DATA_DIR'>): string[] {
  const missing = S3_SETTINGS.filter((name) => !env[name])
  if (missing.length === 0) return []
  const isWanted = missing.length < S3_SETTINGS.length || env.DOCUMENTS_STORE === 's3'
  return isWanted ? [`Documents on S3 also need ${missing.join(', ')} (docs/documents.md).`] : []
}
