import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeFileAtomically } from '../remote/atomic-write.ts'
import { contentProblems } from './check.ts'
import type { CmsSnapshot } from './read-cms.ts'

/** The last good content on disk: served at a start and for as long as the content service is down. */
export interface SnapshotStore {
  read(): Promise<CmsSnapshot | undefined>
  write(snapshot: CmsSnapshot): Promise<void>
}

const FORM = 2

/**
 * Stored in the deployment's data folder. A snapshot of another content service, or one that this version cannot
 * serve, is ignored.
 */
export function createSnapshotStore(folder: string, url: string): SnapshotStore {
  const file = join(folder, 'last-good.json')
  return {
    async read() {
      const text = await readFile(file, 'utf8').catch(() => '')
      const record = parsed(text)
      if (record?.form !== FORM || record.url !== url) return undefined
      return isGood(record.snapshot) ? record.snapshot : undefined
    },
    write: (snapshot) => writeFileAtomically(file, JSON.stringify({ form: FORM, url, snapshot })),
  }
}

/** Whether the snapshot has every required part. */
function isGood(snapshot: CmsSnapshot): boolean {
  try {
    return contentProblems(snapshot).length === 0
  } catch {
    return false
  }
}

function parsed(text: string): { form: number; url: string; snapshot: CmsSnapshot } | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
