import { randomBytes, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Files } from './port.ts'

/** Contract tests of every `Files` adapter. */
export function filesContract(name: string, make: () => Promise<Files>): void {
  describe(name, () => {
    test('a file comes back byte by byte as it was put', async () => {
      const files = await make()
      const id = randomUUID()
      const bytes = randomBytes(300_000)
      await files.put(id, bytes)
      expect(await files.get(id)).toEqual(bytes)
    })

    test('a second put replaces the content', async () => {
      const files = await make()
      const id = randomUUID()
      await files.put(id, Buffer.from('one'))
      await files.put(id, Buffer.from('two'))
      expect(String(await files.get(id))).toBe('two')
    })

    test('a missing file is undefined, and removing it succeeds', async () => {
      const files = await make()
      expect(await files.get(randomUUID())).toBeUndefined()
      await files.remove(randomUUID())
    })

    test('a removed file is undefined', async () => {
      const files = await make()
      const id = randomUUID()
      await files.put(id, Buffer.from('one'))
      await files.remove(id)
      expect(await files.get(id)).toBeUndefined()
    })

    test('olderThan lists the files written before a moment, and none written after it', async () => {
      const files = await make()
      const id = randomUUID()
      await files.put(id, Buffer.from('one'))
      // Far from now, since file times come from the kernel's clock, which may differ from this process's.
      const namesBefore = (moment: string) => collectNames(files.olderThan(new Date(moment)))
      expect(await namesBefore('9999-12-31')).toEqual([id])
      expect(await namesBefore('2000-01-01')).toEqual([])
    })
  })
}

export async function collectNames(names: AsyncIterable<string>): Promise<string[]> {
  const found: string[] = []
  for await (const name of names) found.push(name)
  return found
}
