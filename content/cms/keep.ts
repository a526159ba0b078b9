import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { shelfProblems } from './check.ts'
import type { Shelf } from './shelf.ts'

/** The last good content on disk: a start, or a day, without the content service serves it. */
export interface Keeper {
  read(): Promise<Shelf | undefined>
  write(shelf: Shelf): Promise<void>
}

const FORM = 1

/** In a folder of the deployment's own. Of another content service it is nothing, nor what this version could not serve. */
export function diskKeeper(folder: string, url: string): Keeper {
  const file = join(folder, 'last-good.json')
  return {
    async read() {
      const text = await readFile(file, 'utf8').catch(() => '')
      const kept = parsed(text)
      if (kept?.form !== FORM || kept.url !== url) return undefined
      return shelfProblems(kept.shelf).length === 0 ? kept.shelf : undefined
    },
    async write(shelf) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // Several processes keep the same: each writes its own and puts it in place whole.
      const draft = `${file}.${process.pid}`
      await writeFile(draft, JSON.stringify({ form: FORM, url, shelf }), { mode: 0o600 })
      await rename(draft, file)
    },
  }
}

function parsed(text: string): { form: number; url: string; shelf: Shelf } | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
